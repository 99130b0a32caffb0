import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('../../', import.meta.url))
const apiEntry = 'infrastructure/composition/main.ts'

/** The API, restarted by Node when one of its sources changes. */
const api = spawn(process.execPath, ['--watch', '--watch-preserve-output', apiEntry, '--api-only'], {
  cwd: root,
  stdio: 'inherit',
})
/** The screens with hot module replacement; calls to `/api` go to the API. */
const web = await createServer({ configFile: `${root}vite.config.ts` })
await web.listen()
web.printUrls()

const stop = async () => {
  await web.close()
  api.kill('SIGTERM')
}
process.once('SIGINT', () => void stop())
process.once('SIGTERM', () => void stop())
api.once('exit', (code) => {
  void web.close().finally(() => process.exit(code ?? 0))
})
