// A client of the harness protocol that knows a WebSocket library and the
// specification, and nothing else. It runs a turn, loses its connection in the
// middle of it, answers what is asked, cancels a second turn, and says at the
// end what it has seen.
//
//   node client.cjs URL TOKEN TASK TASK-TO-CANCEL
'use strict'

const WebSocket = require('ws')

const [url, token, task, endless] = process.argv.slice(2)

const seen = [] // the numbers of all events, in the order in which they came
const ended = {} // turn -> how often it ended
const waiters = []
let socket
let run = ''
let last = 0
let replies = 0
let reconnects = 0

// connect says hello and resolves with the welcome.
function connect() {
  return new Promise((resolve, reject) => {
    socket = new WebSocket(url)
    socket.on('error', reject)
    socket.on('open', () => send({ type: 'hello', version: 1, token, events: 'all', run_id: run, after_seq: last }))
    socket.on('message', (data) => {
      const message = JSON.parse(data)
      if (message.type === 'welcome') {
        run = message.run_id
        resolve(message)
      } else if (message.type === 'error') {
        reject(new Error(message.message))
      } else if (message.type === 'reply') {
        replies++
        if (!message.ok) reject(new Error(message.error))
      } else if (message.seq) {
        happened(message)
      }
    })
  })
}

function send(message) {
  socket.send(JSON.stringify(message))
}

function happened(event) {
  seen.push(event.seq)
  last = event.seq
  if (['turn_completed', 'turn_failed', 'turn_cancelled'].includes(event.type)) {
    ended[event.turn_id] = (ended[event.turn_id] || 0) + 1
  }
  for (const waiter of waiters.slice()) waiter(event)
}

// until resolves with the next event that fits.
function until(fits) {
  return new Promise((resolve) => {
    const waiter = (event) => {
      if (!fits(event)) return
      waiters.splice(waiters.indexOf(waiter), 1)
      resolve(event)
    }
    waiters.push(waiter)
  })
}

const is = (type) => (event) => event.type === type

async function main() {
  const welcome = await connect()
  if (welcome.version !== 1) throw new Error(`the server speaks version ${welcome.version}`)

  const asked = until(is('approval_requested'))
  const completed = until(is('turn_completed'))
  send({ type: 'turn', id: '1', text: task })
  const first = await asked

  socket.removeAllListeners('message') // what comes now is lost
  socket.terminate()
  const back = await connect()
  reconnects++
  if (!back.resumed) throw new Error('the server did not resume')
  if (!back.state.turn || back.state.turn.turn_id !== first.turn_id) throw new Error('the turn is not in the state')
  if (!back.state.pending.some((request) => request.id === first.request_id)) throw new Error('the question is gone')

  const approve = ({ request_id, request }) =>
    send({ type: 'approve', request_id, decision: 'once', word: request.word || '' })
  waiters.push((event) => { if (event.type === 'approval_requested') approve(event) })
  approve(first)
  const end = await completed
  waiters.length = 0

  const started = until(is('turn_started'))
  const cancelled = until(is('turn_cancelled'))
  const waits = until((event) => event.type === 'approval_requested' || event.type === 'assistant_text')
  send({ type: 'turn', id: '2', text: endless })
  const second = await started
  await waits
  send({ type: 'cancel', id: '3', turn_id: second.turn_id })
  await cancelled

  const gaps = seen.filter((seq, i) => seq !== i + 1)
  console.log(JSON.stringify({
    events: seen.length, inOrder: gaps.length === 0, ended: Object.values(ended),
    outcome: end.outcome, summary: end.summary, reconnects, replies,
  }))
  socket.close()
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
