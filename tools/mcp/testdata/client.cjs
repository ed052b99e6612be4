// An MCP client of another language and library. It starts the server that its
// arguments name, lists the tools, calls some of them, and says what it got.
//
//   node client.cjs COMMAND [ARGUMENT…]
'use strict'

const { Client } = require('@modelcontextprotocol/sdk/client/index.js')
const { StdioClientTransport } = require('@modelcontextprotocol/sdk/client/stdio.js')

const [command, ...args] = process.argv.slice(2)

async function main() {
  const transport = new StdioClientTransport({ command, args, env: process.env, stderr: 'inherit' })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)

  // The library holds each result against the tool's output schema by itself.
  const { tools } = await client.listTools()
  const progress = []
  const call = async (name, args = {}) => {
    const result = await client.callTool({ name, arguments: args }, undefined, {
      onprogress: ({ message }) => progress.push(message),
    })
    return {
      isError: result.isError === true,
      types: result.content.map((c) => (c.type === 'image' ? `${c.type} ${c.mimeType}` : c.type)),
      png: result.content.some((c) => c.type === 'image' && Buffer.from(c.data, 'base64').subarray(1, 4).toString() === 'PNG'),
      message: result.structuredContent?.message,
      screen: result.structuredContent?.screen || '',
      denied: result.structuredContent?.data?.denied === true,
    }
  }

  const calls = {
    observe: await call('observe_screen_context'),
    screenshot: await call('screenshot'),
    open: await call('open_settings_panel', { panel: 'wifi' }),
    missing: await call('tap', { target: 'No such thing', strategy: 'text' }),
    invalid: await call('open_settings_panel', { panel: 'battery' }),
    unknownField: await call('press_back', { approve: true, decision: 'once' }),
  }

  const cancelled = new AbortController()
  const waiting = client.callTool(
    { name: 'wait_for_ui', arguments: { text: 'never', timeout_ms: 30000 } }, undefined, { signal: cancelled.signal })
  setTimeout(() => cancelled.abort(), 300)
  calls.cancelled = await waiting.then(() => 'answered', () => 'cancelled')
  calls.after = await call('observe_screen_context')

  await client.close()
  console.log(JSON.stringify({ tools: tools.map((t) => [t.name, t.annotations.readOnlyHint]), calls, progress }))
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
