import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer as createTcpServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { createServer, type Plugin } from 'vite'
import { isPortInUse, portInUse, readConfig } from '../composition/config.ts'
import { OperatorError, reasonOf } from '../operator-error.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const usage = `Usage: npm run dev [-- --port 5173]

  --port  port of the web app; PORT sets the API's, 3000 by default`

/**
 * Starts API and worker with `node --watch`, which restarts them when one of their sources changes, and the web app with
 * hot module replacement. Both processes end together, even if the API cannot start.
 */
const dev = async ({ apiPort, webPort }: Ports): Promise<void> => {
  for (const [port, setting] of [
    [apiPort, 'PORT'],
    [webPort, '--port'],
  ] as const)
    if (!(await isFree(port))) throw new OperatorError(portInUse(port, setting))

  let stopping = false
  const stop = () => {
    stopping = true
    api.kill('SIGTERM')
  }
  // before the API starts, which would otherwise outlive a signal that arrives during the start of Vite
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  let wasReady = false
  // the API failed; if it had been ready, the watcher waits for an edit instead
  process.on('SIGUSR2', () => {
    if (!wasReady) stop()
  })
  const api = startApi(`http://localhost:${webPort}`)
  const apiEnded = once(api, 'exit')
  api.on('message', (message) => {
    if (message === 'ready') wasReady = true
  })

  const web = await createServer({
    configFile: `${root}vite.config.ts`,
    server: { port: webPort, strictPort: true },
    plugins: [waitForApi(apiPort)],
  })
  if (!stopping) {
    await web.listen()
    web.printUrls()
  }
  const [code] = (await apiEnded) as [number | null]
  await web.close()
  process.exitCode = code ?? 0
}

interface Ports {
  readonly apiPort: number
  readonly webPort: number
}

/** Null if help is requested. */
const readPorts = (): Ports | null => {
  const { port, help } = readArguments()
  if (help) return null
  const { PORT: apiPort } = readConfig({ ...process.env, PORT: process.env['PORT'] || '3000' }, () => undefined)
  const webPort = Number(port)
  if (apiPort === 0) throw new OperatorError(`PORT: must not be 0, so that Vite can find the API\n${usage}`)
  if (!/^[1-9]\d*$/.test(port) || webPort > 65_535) throw new OperatorError(`Not a port: ${port}\n${usage}`)
  if (webPort === apiPort) throw new OperatorError(`PORT and --port must differ; both are ${webPort}\n${usage}`)
  return { apiPort, webPort }
}

const readArguments = () => {
  const help = { type: 'boolean', short: 'h', default: false } as const
  try {
    return parseArgs({ options: { port: { type: 'string', default: '5173' }, help } }).values
  } catch (error) {
    throw new OperatorError(`${reasonOf(error)}\n${usage}`)
  }
}

/**
 * Requests, links in e-mails and passkeys use the address of Vite, which passes calls on to the API. `node --watch`
 * passes on the API's message that it is ready.
 */
const startApi = (origin: string) =>
  spawn(
    process.execPath,
    [
      '--watch',
      '--watch-preserve-output',
      '--require',
      './infrastructure/tooling/dev-api.ts',
      'infrastructure/composition/main.ts',
      '--api-only',
    ],
    {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { GARBO_ORIGIN: origin, COMPONENT_GALLERY: 'on', ...process.env, DEV_PROCESS_ID: String(process.pid) },
    },
  )

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
  const ports = readPorts()
  if (ports === null) console.log(usage)
  else await dev(ports)
} catch (error) {
  console.error(error instanceof OperatorError ? error.message : error)
  process.exitCode = 1
}
