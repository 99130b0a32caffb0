import { readFileSync } from 'node:fs'
import { env } from 'node:process'
import { reasonOf } from '../operator-error.ts'

/** Asks the process of this container for its health; exits with 1 and prints the response if it is not ready. */
const { GARBO_ROLE, PORT = '3000', HEALTH_PORT, METRICS_TOKEN, METRICS_TOKEN_FILE } = env
const port = GARBO_ROLE === 'worker' ? HEALTH_PORT : PORT
const timeoutMs = 8_000

try {
  const token = METRICS_TOKEN_FILE ? readFileSync(METRICS_TOKEN_FILE, 'utf8').trim() : METRICS_TOKEN
  const response = await fetch(`http://127.0.0.1:${port}/readyz`, {
    headers: token ? { authorization: `Bearer ${token}` } : {},
    signal: AbortSignal.timeout(timeoutMs),
  })
  if (!response.ok) {
    console.error(await response.text())
    process.exitCode = 1
  }
} catch (error) {
  console.error(`No response at port ${port}: ${reasonOf(error)}`)
  process.exitCode = 1
}
