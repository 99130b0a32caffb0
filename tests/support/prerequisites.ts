import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Installs what the tests need and npm does not provide: Chromium for the journeys, the complete one where a notification
 * is shown, Redis, OpenSSL for a certificate and, with jq and xxd, for the commands of docs/audit.md.
 */
const needed = {
  chromium: '/usr/bin/chromium',
  'chromium-headless-shell': '/usr/bin/chromium-headless-shell',
  jq: '/usr/bin/jq',
  openssl: '/usr/bin/openssl',
  'redis-server': '/usr/bin/redis-server',
  xxd: '/usr/bin/xxd',
} as const

const missing = Object.entries(needed).flatMap(([name, path]) => (existsSync(path) ? [] : [name]))
if (missing.length > 0) {
  const install = ['install', '-y', '-q', '--no-install-recommends', ...missing]
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(`The tests need ${missing.join(' and ')}. On Debian: sudo apt-get ${install.join(' ')}`)
    process.exit(1)
  }
  console.log(`Installing ${missing.join(' and ')} for the tests (once)…`)
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  execFileSync('apt-get', ['update', '-q'], { stdio: ['ignore', 'ignore', 'inherit'], env })
  execFileSync('apt-get', install, { stdio: ['ignore', 'ignore', 'inherit'], env })
}
