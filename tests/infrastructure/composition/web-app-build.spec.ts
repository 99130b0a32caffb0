import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'garbo-web-app-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** As the first `npm start` builds it. */
const build = spawnSync(
  'node_modules/.bin/vite',
  ['build', '--logLevel', 'warn', '--outDir', folder, '--emptyOutDir'],
  { encoding: 'utf8', env: { ...process.env, NODE_ENV: 'development' } },
)

describe('the build of the web app, with the NODE_ENV of a development server', () => {
  it('prints no warnings', () => expect([build.status, build.stdout, build.stderr]).toEqual([0, '', '']))

  it('contains the production build of React', () => {
    const scripts = readdirSync(join(folder, 'assets')).filter((file) => file.endsWith('.js'))
    expect(scripts.length).toBeGreaterThan(50)
    const names = scripts.filter((file) => readFileSync(join(folder, 'assets', file), 'utf8').includes('jsxDEV'))
    expect(names).toEqual([])
  })
})
