import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports systems give to outgoing connections: who looks for a server that is away does not take its port. */
const [from, to] = [20_000, 32_000]

/** A port nobody listens at now, for a server that comes later, or goes and comes back. */
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
