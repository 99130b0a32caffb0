import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { generatedDocs } from '../infrastructure/docs-generator/generated-docs.ts'
import { requirements, rules, testsByRow } from '../infrastructure/docs-generator/requirements.ts'

const root = new URL('../', import.meta.url)
const text = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Rules that no line keeps, and why. */
const rulesWithoutCode: Readonly<Record<string, string>> = {
  'B-42': 'the screens do say that a photo could not be handed in',
  'Q-97': 'logins, right or wrong, are in no record; all else of it is in the log, and stays',
  'points settled 15': 'there is a command line for it, and no call',
  'points settled 22': 'about which paper holds, not about what Garbo does',
}

describe('the documentation', () => {
  it.each(Object.entries(generatedDocs(root)))('%s is up to date (otherwise: npm run docs)', (path, expected) => {
    expect(text(path)).toBe(expected)
  })

  const pages = readdirSync(new URL('docs/', root), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('generated'))
    .map((file) => `docs/${file}`)
  it.each([...pages, 'README.md', 'CONTRIBUTING.md'])('every file named in %s exists', (page) => {
    const named = [
      ...text(page).matchAll(/`((?:domain|application|projections|infrastructure|web|tests|docs)\/[\w./-]*\w)`/g),
    ]
    const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(new URL(path, root)))
    expect(missing).toEqual([])
  })

  it('names a test for every requirement of the owner', () => {
    const tests = testsByRow(root)
    const ours = requirements(root).filter(({ elsewhere }) => !elsewhere)
    expect(ours.length).toBeGreaterThan(250)
    expect(ours.filter(({ row }) => !tests.has(row) && rulesWithoutCode[row] === undefined)).toEqual([])
  })

  it('links every rule, in one sentence, to its code and tests', () => {
    const all = rules(root)
    expect(all.length).toBeGreaterThan(350)
    expect(all.filter(({ what }) => what === '' || what.length > 140).map(({ rule }) => rule)).toEqual([])
    expect(
      all
        .filter(({ rule, code }) => (code.length === 0) !== (rulesWithoutCode[rule] !== undefined))
        .map(({ rule }) => rule),
    ).toEqual([])
    const without = all.filter(
      ({ tests }) => !tests.some((path) => path.endsWith('.spec.ts') || path.endsWith('.spec.tsx')),
    )
    expect(without.map(({ rule }) => rule)).toEqual(Object.keys(rulesWithoutCode).sort())
  })

  it('gives each number one sentence', () => {
    const rows = requirements(root).map(({ row }) => row)
    expect(rows.filter((row, at) => rows.indexOf(row) !== at)).toEqual([])
  })

  it('numbers its decision records without gaps', () => {
    const numbers = readdirSync(new URL('docs/adr/', root)).flatMap((file) => /^(\d{4})-/.exec(file)?.[1] ?? [])
    expect(numbers.sort()).toEqual(numbers.map((_, i) => String(i + 1).padStart(4, '0')))
  })
})
