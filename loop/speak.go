package loop

import "strings"

// speakMark begins the line of an answer that is to be read aloud.
const speakMark = "Speak:"

// speakInstruction asks the model for that line. It is part of the system
// prompt where somebody listens.
const speakInstruction = "\n- End the answer with a line \"" + speakMark + " \" and its gist in one short sentence, to be read aloud."

// cutSpeak parts an answer from the line at its end that is to be read aloud;
// speak is empty where there is none.
func cutSpeak(answer string) (text, speak string) {
	answer = strings.TrimRight(answer, " \t\r\n")
	before, last := "", answer
	if i := strings.LastIndexByte(answer, '\n'); i >= 0 {
		before, last = answer[:i], answer[i+1:]
	}
	last = strings.Trim(last, " \t*_") // some models set it in bold
	if len(last) < len(speakMark) || !strings.EqualFold(last[:len(speakMark)], speakMark) {
		return answer, ""
	}
	speak = strings.Trim(last[len(speakMark):], " \t*_\"")
	if text = strings.TrimRight(before, " \t\r\n"); text == "" {
		text = speak
	}
	return text, speak
}
