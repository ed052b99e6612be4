package model

import (
	"encoding/base64"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/responses"
)

// ImageTokens is about what a picture of a phone's screen costs, whatever the
// size of its file: 85 tokens and 170 for each of the 8 tiles of 512 pixels
// that cover it (https://platform.openai.com/docs/guides/images-vision). Other
// providers are of the same order.
const ImageTokens = 85 + 8*170

// dataURL is a PNG file as a URL (RFC 2397).
func dataURL(png []byte) string {
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(png)
}

// chatParts are the parts of a user message with images in Chat Completions.
func chatParts(m Message) []openai.ChatCompletionContentPartUnionParam {
	parts := []openai.ChatCompletionContentPartUnionParam{openai.TextContentPart(m.Text)}
	for _, png := range m.Images {
		parts = append(parts, openai.ImageContentPart(openai.ChatCompletionContentPartImageImageURLParam{URL: dataURL(png)}))
	}
	return parts
}

// responsesParts are the parts of a user message with images in Responses.
func responsesParts(m Message) responses.ResponseInputMessageContentListParam {
	parts := responses.ResponseInputMessageContentListParam{responses.ResponseInputContentParamOfInputText(m.Text)}
	for _, png := range m.Images {
		part := responses.ResponseInputContentParamOfInputImage(responses.ResponseInputImageDetailAuto)
		part.OfInputImage.ImageURL = openai.String(dataURL(png))
		parts = append(parts, part)
	}
	return parts
}

// weigh corrects the size of a request, from which its tokens are estimated: an
// image counts with its tokens and not with its bytes.
func weigh(sent int, messages []Message) int {
	for _, m := range messages {
		for _, png := range m.Images {
			sent += ImageTokens*bytesPerToken - base64.StdEncoding.EncodedLen(len(png))
		}
	}
	return max(sent, 0)
}

// RejectsImages reports whether a request with images may have failed because
// of them: it was not accepted, or the endpoint speaks of images. llama.cpp and
// Ollama do so with status 500, OpenRouter with 404.
func (e *EndpointError) RejectsImages() bool {
	switch e.Kind {
	case KindRejected:
		return true
	case KindNotFound, KindServer:
		page := strings.ToLower(e.page)
		return strings.Contains(page, "image") || strings.Contains(page, "multimodal")
	}
	return false
}
