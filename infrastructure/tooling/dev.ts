import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer as createTcpServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createServer, type Plugin } from 'vite'
import { isPortInUse, OperatorError, portInUse, readConfig } from '../composition/config.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const usage = 'Usage: npm run dev [-- --port 5173]'

/**
 * Starts the API with `node --watch`, which restarts it when one of its sources changes, and the web app with hot
 * module replacement. Both end together.
 */
const dev = async (): Promise<void> => {
  const { apiPort, webPort } = readPorts()
  for (const [port, setting] of [
    [apiPort, 'PORT'],
    [webPort, '--port'],
  ] as const)
    if (!(await isFree(port))) throw new OperatorError(portInUse(port, setting))

  const api = startApi(`http://localhost:${webPort}`)
  const apiEnded = once(api, 'exit')
  const web = await createServer({
    configFile: `${root}vite.config.ts`,
    server: { port: webPort, strictPort: true },
    plugins: [waitForApi(apiPort)],
  })
  await web.listen()
  web.printUrls()

  const stop = () => void api.kill('SIGTERM')
  process.once('SIGINT', stop)
  process.once('SIGTERM', stop)
  const [code] = (await apiEnded) as [number | null]
  await web.close()
  process.exitCode = code ?? 0
}

const readPorts = () => {
  const { PORT: apiPort } = readConfig({ ...process.env, PORT: process.env['PORT'] || '3000' }, () => undefined)
  try {
    const { values } = parseArgs({ options: { port: { type: 'string', default: '5173' } } })
    const webPort = Number(values.port)
    if (apiPort === 0) throw new Error('PORT: must not be 0, so that Vite can find the API')
    if (!Number.isInteger(webPort) || webPort < 1 || webPort > 65_535) throw new Error(`Not a port: ${values.port}`)
    return { apiPort, webPort }
  } catch (error) {
    throw new OperatorError(`${error instanceof Error ? error.message : String(error)}\n${usage}`)
  }
}

/** Requests, links in e-mails and passkeys use the address of Vite, which passes calls on to the API. */
const startApi = (origin: string) =>
  spawn(process.execPath, ['--watch', '--watch-preserve-output', 'infrastructure/composition/main.ts', '--api-only'], {
    cwd: root,
    stdio: 'inherit',
    env: { GARBO_ORIGIN: origin, COMPONENT_GALLERY: 'on', ...process.env },
  })

const apiWaitMs = 15_000

/** Delays calls while the API restarts, instead of failing them. */
const waitForApi = (port: number): Plugin => ({
  name: 'wait-for-api',
  configureServer: ({ middlewares }) => {
    middlewares.use('/api', (_request, _response, next) => void waitUntilListening(port, next))
  },
})

const waitUntilListening = async (port: number, next: () => void): Promise<void> => {
  const deadline = Date.now() + apiWaitMs
  while (!(await isListening(port)) && Date.now() < deadline) await pause(100)
  next()
}

const isListening = async (port: number): Promise<boolean> => {
  const socket = connect(port, 'localhost')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}

const isFree = async (port: number): Promise<boolean> => {
  const server = createTcpServer().listen(port)
  try {
    await once(server, 'listening')
  } catch (error) {
    if (isPortInUse(error)) return false
    throw error
  }
  server.close()
  await once(server, 'close')
  return true
}

try {
  await dev()
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = 1
}
