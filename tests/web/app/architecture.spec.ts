import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourceFilesIn } from '../../support/source-files.ts'

const app = 'web/app'

/** Allowed imports between the folders of the app. Text files (`texts.ts`, `*.texts.ts`) may be imported from anywhere. */
const allowedImports: Readonly<Record<string, readonly string[]>> = {
  settings: [],
  lazy: [],
  toasts: [],
  components: ['lazy', 'toasts'],
  shared: ['lazy', 'toasts'],
  features: ['settings', 'lazy', 'toasts', 'components', 'shared'],
  shell: ['settings', 'lazy', 'toasts', 'components', 'shared'],
  pages: ['settings', 'tokens', 'lazy', 'toasts', 'components', 'shared', 'features'],
}
const folderOf = (file: string) => /^web\/app\/(\w+)/.exec(file)?.[1] ?? ''
const contextOf = (file: string) => /^web\/app\/features\/(\w+)/.exec(file)?.[1]
const isTexts = (file: string) => /[/.]texts\.ts$/.test(file)

const violations = (file: string, source: string) => {
  const folder = folderOf(file)
  const allowed = allowedImports[folder]
  if (allowed === undefined || file === `${app}/${folder}.ts` || file === `${app}/${folder}.tsx`) return []
  return [...source.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].flatMap(([, to = '']) => {
    const target = join(dirname(file), to)
    if (!target.startsWith(app) || isTexts(target)) return []
    const targetFolder = folderOf(target)
    if (targetFolder !== folder && !allowed.includes(targetFolder)) return [`${file} imports ${targetFolder}`]
    return folder === 'features' && targetFolder === folder && contextOf(file) !== contextOf(target)
      ? [`${file} imports the context ${contextOf(target)}: ${target}`]
      : []
  })
}

/** Dynamic imports that do not name the one export they use, so that knip takes every export of the file for used. */
const opaqueImports = (source: string) =>
  [...source.matchAll(/\bimport\(\s*'\.[^']+'\s*\)(?!\s*\.then\(\((\w+)\) => \1\.\w+\))/g)].map(([text]) => text)

const files = sourceFilesIn(app)

describe('the module rules of the app', () => {
  it('cover the sources', () => expect(files.length).toBeGreaterThan(100))
  it('are respected', () => expect(files.flatMap((file) => violations(file, readFileSync(file, 'utf8')))).toEqual([]))

  it.each([
    ['web/app/features/ava/A.tsx', `import { B } from '../reviews/B.tsx'`],
    ['web/app/components/A.tsx', `import { useSession } from '../shared/session.ts'`],
    ['web/app/shared/a.ts', `import { Button } from '../components/Button.tsx'`],
    ['web/app/features/ava/A.tsx', `import { Header } from '../../shell/Header.tsx'`],
  ])('detect that %s contains %s', (file, source) => expect(violations(file, source)).toHaveLength(1))
})

describe('the dynamic imports of the app', () => {
  it('name the export they use', () =>
    expect(files.flatMap((file) => opaqueImports(readFileSync(file, 'utf8')))).toEqual([]))

  it.each([
    [`lazyPage(() => import('./A.tsx').then((m) => m.APage))`, 0],
    [`const load = () =>\n  import('./A.tsx')\n    .then((m) => m.APage)`, 0],
    [`lazyPage(() => import('./A.tsx'), 'APage')`, 1],
    [`lazyPage(async () => (await import('./A.tsx')).APage)`, 1],
  ])('%j: %i without a name', (source, count) => expect(opaqueImports(source)).toHaveLength(count))
})
