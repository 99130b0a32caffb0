import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { eventRegistry } from '../application/event-registry.ts'
import { generatedDocs } from '../infrastructure/docs-generator/generated-docs.ts'
import { occasionsIn, rejectionDocs } from '../infrastructure/docs-generator/rejections.ts'
import { requirements, rules, testsByRow } from '../infrastructure/docs-generator/requirements.ts'
import { errorMessages } from '../web/api/errors.ts'
import { sourceFilesIn } from './support/source-files.ts'

const root = new URL('../', import.meta.url)
const text = (path: string) => readFileSync(new URL(path, root), 'utf8')

/** Letter of a table of the owner’s specification → number of its last row. */
const lastRows = { R: 113, A: 93, E: 55, V: 85, S: 29, B: 47, C: 42, P: 19, T: 228 }
const ownersRows = Object.entries(lastRows).flatMap(([letter, last]) =>
  Array.from({ length: last }, (_, n) => `${letter}-${String(n + 1).padStart(letter === 'T' ? 3 : 2, '0')}`),
)

describe('the documentation', () => {
  it.each(Object.entries(generatedDocs(root)))('has an up-to-date %s (otherwise: npm run docs)', (path, expected) => {
    expect(text(path)).toBe(expected)
  })

  it('lists a test for every requirement of the owner', () => {
    const tests = testsByRow(root)
    const ours = requirements(root).filter(({ outOfScope }) => !outOfScope)
    expect(ours.length).toBeGreaterThan(250)
    expect(ours.filter(({ row }) => !tests.has(row))).toEqual([])
  })

  it('lists every row of the owner’s tables, which number their rows without gaps', () => {
    const listed = new Set(requirements(root).map(({ row }) => row))
    expect(ownersRows).toHaveLength(711)
    expect(ownersRows.filter((row) => !listed.has(row))).toEqual([])
  })

  it('links every rule, in one sentence, to its code and tests', () => {
    const all = rules(root)
    expect(all.length).toBeGreaterThan(350)
    expect(
      all.filter(({ description }) => description === '' || description.length > 140).map(({ rule }) => rule),
    ).toEqual([])
    expect(all.filter(({ code }) => code.length === 0).map(({ rule }) => rule)).toEqual([])
    const withoutTests = all.filter(
      ({ tests }) => !tests.some((path) => path.endsWith('.spec.ts') || path.endsWith('.spec.tsx')),
    )
    expect(withoutTests.map(({ rule }) => rule)).toEqual([])
  })

  it('says once per error when it occurs, in sentences', () => {
    const docs = rejectionDocs(root)
    const sentences = Object.keys(errorMessages).flatMap((name) => docs.get(name) ?? [])
    expect(docs.get('LockedOut')).toEqual(['Too many failed attempts; the response does not say so.'])
    expect(sentences.length).toBeGreaterThan(200)
    expect(sentences.filter((sentence) => !/^[A-Z].*\.$/.test(sentence))).toEqual([])
    const rows: readonly string[] = text('docs/generated/errors.md').match(/^\| `.*(?= \| .* \|$)/gm) ?? []
    expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([])
    expect(rows.length).toBeGreaterThan(200)
  })

  it('says of every error when it occurs', () => {
    const planted = text('domain/reviews/review.ts').replace(
      /\/\*\* [^*]*\*\/\s+(?=\| \{ readonly type: 'SelfReview')/,
      '',
    )
    expect(occasionsIn(text('domain/reviews/review.ts')).get('SelfReview')).toHaveLength(1)
    expect(occasionsIn(planted).get('SelfReview')).toBeUndefined()
    const undocumented = (docs: ReadonlyMap<string, unknown>) =>
      Object.keys(errorMessages).filter((name) => !docs.has(name))
    expect(undocumented(occasionsIn(planted))).toContain('SelfReview')
    expect(undocumented(rejectionDocs(root))).toEqual([])
    expect(text('docs/generated/errors.md')).not.toMatch(/\|\s+\|$/m)
  })

  it('gives each number one sentence', () => {
    const rows = requirements(root).map(({ row }) => row)
    expect(rows.filter((row, index) => rows.indexOf(row) !== index)).toEqual([])
  })

  it('numbers its decision records without gaps', () => {
    const numbers = readdirSync(new URL('docs/adr/', root)).flatMap((file) => /^(\d{4})-/.exec(file)?.[1] ?? [])
    expect(numbers.sort()).toEqual(numbers.map((_, i) => String(i + 1).padStart(4, '0')))
  })
})

const layers = ['domain', 'application', 'projections', 'infrastructure', 'web', 'tests', 'docs']
const pathPattern = new RegExp(String.raw`(?<![\w/.-])(?:${layers.join('|')})/[\w./-]*\w`, 'g')
const allPages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  '.github/PULL_REQUEST_TEMPLATE.md',
  ...['docs', 'infrastructure', 'tests'].flatMap((folder) =>
    readdirSync(new URL(`${folder}/`, root), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md') && !file.startsWith('generated') && !file.includes('node_modules/'))
      .map((file) => `${folder}/${file}`),
  ),
].sort()
/** Hand-written pages, except the owner's requirements. */
const pages = allPages.filter((file) => !/^docs\/(requirements\/|coverage\.md|configuration\.md)/.test(file))

const codeSpansOf = (page: string) =>
  [...page.replaceAll(/^ *```(?!mermaid)[\s\S]*?^ *```$/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => code)
const pathsIn = (page: string) => [...page.matchAll(pathPattern)].map(([path]) => path)
const missingPathsIn = (page: string) =>
  pathsIn(page).filter((path) => !existsSync(new URL(path, root)) && !foreignNames.has(path))
/** PascalCase words: event, command and type names. */
const namesIn = (page: string) => [...page.matchAll(/\b[A-Z][a-z]+(?:[A-Z][a-z]+)+\b/g)].map(([name]) => name)

const sources = sourceFilesIn('domain', 'application', 'projections', 'infrastructure', 'web', 'tests')
  .filter((file) => file !== 'tests/docs.spec.ts')
  .map(text)
const namesDeclaredBy = (pattern: RegExp) =>
  sources.flatMap((source) => [...source.matchAll(pattern)].map(([, name = '']) => name))
/** Names of events, commands, rejections and exports in the sources. */
const declaredNames = new Set([
  ...eventRegistry.codecs.keys(),
  ...namesDeclaredBy(/^export (?:const|type|interface|function) (\w+)/gm),
  ...namesDeclaredBy(/^const (\w+) = event\(/gm),
  ...namesDeclaredBy(/\btype: '(\w+)'/g),
])
const constants = new Set(sources.flatMap((source) => source.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []))
/** PascalCase words that are not names in the sources. */
const foreignNames = new Set(
  `AlreadyPaid BatchAppend BiometricPrompt CryptoObject GarboAndroid INSUFFICIENT_FUNDS TaskEither
  PascalCase ArchiveReview XxxPage application/reviews/archive-review.ts`.split(/\s+/),
)
const unknownNamesIn = (code: string) =>
  namesIn(code).filter((name) => !declaredNames.has(name) && !foreignNames.has(name))
const unknownConstantsIn = (code: string) =>
  (code.match(/\b[A-Z]+(?:_[A-Z]+)+\b/g) ?? []).filter((name) => !constants.has(name) && !foreignNames.has(name))

const anchorsOf = (page: string) =>
  [...page.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
const brokenLinksIn = (file: string, page: string) =>
  [...page.matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)]
    .map(([, path = '', anchor]) => ({
      url: path === '' ? new URL(file, root) : new URL(path, new URL(file, root)),
      anchor,
    }))
    .filter(
      ({ url, anchor }) =>
        !existsSync(url) || (anchor !== undefined && !anchorsOf(readFileSync(url, 'utf8')).includes(anchor)),
    )
    .map(({ url, anchor }) => `${url.pathname.slice(root.pathname.length)}#${anchor ?? ''}`)

describe('the hand-written pages', () => {
  it.each(allPages)('mention only existing files: %s', (file) => expect(missingPathsIn(text(file))).toEqual([]))

  it.each(allPages)('link to existing pages and headings: %s', (file) =>
    expect(brokenLinksIn(file, text(file))).toEqual([]),
  )

  it.each(pages)('mention only existing events, commands, types and settings: %s', (file) => {
    const spans = codeSpansOf(text(file))
    expect(spans.flatMap((code) => [...unknownNamesIn(code), ...unknownConstantsIn(code)])).toEqual([])
  })

  it.each(pages)('mention only existing npm scripts: %s', (file) => {
    const { scripts } = JSON.parse(text('package.json')) as { readonly scripts: object }
    const named = [...text(file).matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name = '']) => name)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
  })

  it('name existing events, commands and policies in the diagrams of docs/architecture.md', () => {
    const diagrams = [...text('docs/architecture.md').matchAll(/```mermaid\n([\s\S]*?)```/g)].map(
      ([, code = '']) => code,
    )
    expect(diagrams).toHaveLength(8)
    expect(diagrams.flatMap(namesIn)).toContain('ReviewSubmitted')
    expect(diagrams.flatMap(unknownNamesIn)).toEqual([])
  })

  it('are checked for missing files, headings, events and settings', () => {
    expect(missingPathsIn('see `domain/reviews/nowhere.ts`, README.md and docs/nowhere.md.')).toEqual([
      'domain/reviews/nowhere.ts',
      'docs/nowhere.md',
    ])
    expect(brokenLinksIn('docs/glossary.md', '[a](nowhere.md) [b](security.md#nowhere) [c](security.md)')).toEqual([
      'docs/nowhere.md#',
      'docs/security.md#nowhere',
    ])
    expect(namesIn('`ReviewSubmitted` follows SubmitReview')).toEqual(['ReviewSubmitted', 'SubmitReview'])
    expect(unknownNamesIn('ReviewVanished follows ReviewSubmitted')).toEqual(['ReviewVanished'])
    expect(unknownConstantsIn('REVIEW_VANISH_DAYS, RATING_RELEASE')).toEqual(['REVIEW_VANISH_DAYS'])
  })

  it('list in docs/glossary.md every event whose stored name differs from its name in the code, which marks it', () => {
    const events = sourceFilesIn('domain').flatMap((file) => [
      ...text(file).matchAll(/^(?:export )?const (\w+) = event\(\s*'(\w+)'( \/\* stored name \*\/)?/gm),
    ])
    const renamed = events.filter(([, name, stored]) => name !== stored)
    expect(events.filter(([, , , mark]) => mark !== undefined)).toEqual(renamed)
    const rows = text('docs/glossary.md').split('\n')
    expect(events.length).toBeGreaterThan(100)
    expect(renamed.length).toBeGreaterThan(0)
    expect(
      renamed.filter(
        ([, name, stored]) => !rows.some((row) => row.includes(`\`${name}\``) && row.includes(`\`${stored}\``)),
      ),
    ).toEqual([])
  })

  it('list in docs/dependencies.md every package of package.json and no other', () => {
    const manifest = JSON.parse(text('package.json')) as Readonly<Record<string, Readonly<Record<string, string>>>>
    const packages = ['dependencies', 'optionalDependencies', 'devDependencies'].flatMap((kind) =>
      Object.keys(manifest[kind] ?? {}),
    )
    const listed = [...text('docs/dependencies.md').matchAll(/^\| (`.*?) +\|/gm)].flatMap(([, cell = '']) =>
      cell.split(', ').map((name) => name.replaceAll('`', '')),
    )
    expect(listed.toSorted()).toEqual(packages.toSorted())
  })

  it('list in CHANGELOG.md the released versions with dates, newest first, beginning with that of package.json', () => {
    const released = [...text('CHANGELOG.md').matchAll(/^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d{2}-\d{2})$/gm)]
    const [versions, dates] = [released.map(([, version]) => version), released.map(([, , date = '']) => date)]
    expect(versions[0]).toBe((JSON.parse(text('package.json')) as { readonly version: string }).version)
    expect(dates).toEqual(dates.toSorted((a, b) => b.localeCompare(a)))
    expect(text('CHANGELOG.md')).toMatch(/^## \[Unreleased\]$/m)
  })
})
