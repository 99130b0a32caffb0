import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral range, so that an outgoing connection cannot take the port while its server is down. */
const [from, to] = [20_000, 32_000]

/** Finds a free port for a server that starts later or restarts. */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = randomInt(from, to)
    if (await isFree(port)) return port
  }
}

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
