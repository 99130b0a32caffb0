import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'

/** A real EVM node of one's own; it mines when it is told to. */
export const startAnvil = async () => {
  const program = createRequire(import.meta.url).resolve(`@foundry-rs/anvil-${process.platform}-${machine}/bin/anvil`)
  const server = spawn(program, ['--port', '0', '--no-mining'], { stdio: ['ignore', 'pipe', 'inherit'] })
  let url = ''
  for await (const line of server.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    const [, address] = /Listening on (\S+)/.exec(String(line)) ?? []
    if (address !== undefined) url = `http://${address}`
    if (url !== '') break
  }
  server.stdout.resume()
  return {
    url,
    chainId: 31_337,
    stop: async () => {
      server.kill('SIGTERM')
      if (server.exitCode === null) await once(server, 'exit')
    },
  }
}

const machine = process.arch === 'x64' ? 'amd64' : process.arch
