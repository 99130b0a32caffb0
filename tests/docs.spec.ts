import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { requirements, testsByRow } from '../infrastructure/composition/docs/coverage.ts'
import { generatedDocs } from '../infrastructure/composition/docs/generated.ts'

const root = new URL('../', import.meta.url)
const text = (path: string) => readFileSync(new URL(path, root), 'utf8')

describe('the documentation', () => {
  it.each(Object.entries(generatedDocs(root)))('%s is what the code says (else: npm run docs)', (path, expected) => {
    expect(text(path)).toBe(expected)
  })

  const pages = readdirSync(new URL('docs/', root), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.startsWith('generated'))
    .map((file) => `docs/${file}`)
  it.each([...pages, 'README.md', 'CONTRIBUTING.md'])('every file %s names exists', (page) => {
    const named = [
      ...text(page).matchAll(/`((?:domain|application|projections|infrastructure|web|tests|docs)\/[\w./-]*\w)`/g),
    ]
    const missing = named.map(([, path = '']) => path).filter((path) => !existsSync(new URL(path, root)))
    expect(missing).toEqual([])
  })

  it('names a test for every row of the owner’s', () => {
    const tests = testsByRow(root)
    const ours = requirements(root).filter(({ elsewhere }) => !elsewhere)
    expect(ours.length).toBeGreaterThan(250)
    expect(ours.filter(({ row }) => !tests.has(row))).toEqual([])
  })

  it('numbers its decisions without gaps', () => {
    const numbers = readdirSync(new URL('docs/adr/', root)).flatMap((file) => /^(\d{4})-/.exec(file)?.[1] ?? [])
    expect(numbers.sort()).toEqual(numbers.map((_, i) => String(i + 1).padStart(4, '0')))
  })
})
