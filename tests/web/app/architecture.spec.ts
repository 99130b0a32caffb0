import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourceFilesIn } from '../../support/source-files.ts'

const app = 'web/app'

/** Who may use whom inside the app: routes compose features, features know only what is below them. */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  settings: [],
  texts: ['settings'],
  components: ['texts'],
  shared: ['texts'],
  features: ['settings', 'texts', 'components', 'shared'],
  shell: ['settings', 'texts', 'components', 'shared'],
  routes: ['texts', 'components', 'shared', 'features'],
}
const folderOf = (file: string) => /^web\/app\/(\w+)/.exec(file)?.[1] ?? ''
const featureOf = (file: string) => /^web\/app\/features\/(\w+)/.exec(file)?.[1]

const breaches = (file: string, source: string) => {
  const home = folderOf(file)
  const allowed = allowedImports[home]
  if (allowed === undefined || file === `${app}/${home}.ts` || file === `${app}/${home}.tsx`) return []
  return [...source.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].flatMap(([, to = '']) => {
    const target = join(dirname(file), to)
    if (!target.startsWith(app)) return []
    const room = folderOf(target)
    if (room !== home && !allowed.includes(room)) return [`${file} knows ${room}`]
    return home === 'features' && room === home && featureOf(file) !== featureOf(target)
      ? [`${file} meddles with ${featureOf(target)}`]
      : []
  })
}

describe('the module rules of the app', () => {
  const files = sourceFilesIn(app)

  it('cover the sources', () => expect(files.length).toBeGreaterThan(100))
  it('are respected', () => expect(files.flatMap((file) => breaches(file, readFileSync(file, 'utf8')))).toEqual([]))

  it.each([
    ['web/app/features/ava/A.tsx', `import { B } from '../reviews/B.tsx'`],
    ['web/app/components/A.tsx', `import { useSession } from '../shared/session.ts'`],
    ['web/app/shared/a.ts', `import { Button } from '../components/Button.tsx'`],
    ['web/app/features/ava/A.tsx', `import { Header } from '../../shell/Header.tsx'`],
  ])('detect that %s contains %s', (file, source) => expect(breaches(file, source)).toHaveLength(1))
})
