import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'garbo-commit-msg-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs the hook as Git does after an editor. */
const commit = (message: string, locale = 'C.UTF-8') => {
  const file = join(folder, 'COMMIT_EDITMSG')
  writeFileSync(file, message)
  const env = { PATH: process.env['PATH'], LC_ALL: locale }
  const { status, stderr } = spawnSync('sh', ['.githooks/commit-msg', file], { encoding: 'utf8', env })
  return { status, errors: stderr }
}

const imperative = /write the subject in the imperative/

describe('commit-msg', () => {
  it.each([
    'Fix the weight of a flag',
    'Pass the clock to each policy',
    'Process, address and access reviews once',
    'Focus the first invalid field',
    'Alias the former name of a setting',
    'Always close the connection',
    'Speed up the unit tests',
    'Bring back the word reversal',
    'Ping the server',
    'String the events together',
    'Ring the caller back',
    'Shed load while the database is away',
    'Split the queue',
    'Revert "Fixes the weight of a flag"',
    'fixup! fix the weight of a flag',
    `Merge branch 'queues' of ${'x'.repeat(80)}`,
    `Merge pull request #28 from ${'x'.repeat(80)}`,
    `Merge remote-tracking branch 'origin/${'x'.repeat(80)}'`,
    `Merge commit '${'0'.repeat(40)}' into ${'x'.repeat(40)}`,
    `Fix ${'x'.repeat(68)}`,
    `Fix ${'è'.repeat(68)}`,
    'Fix the weight of a flag\n \nFixes what the body says.',
    '\n# Fixes the weight of a flag\nFix the weight of a flag\n\nFixes what the body says.',
  ])('accepts %j', (message) => expect(commit(message)).toEqual({ status: 0, errors: '' }))

  it.each([
    ['Fixes the weight of a flag', imperative],
    ['Adds a test', imperative],
    ['Deletes the queue', imperative],
    ['Passes the clock to each policy', imperative],
    ['This fixes the weight of a flag', imperative],
    ['Fixed the weight of a flag', imperative],
    ['Fixing the weight of a flag', imperative],
    ['Flags are weighed again', imperative],
    ['Weight is fixed', imperative],
    ['Made it work', imperative],
    ['Wrote the tests', imperative],
    ['WIP', imperative],
    ['WIP: weight of a flag', imperative],
    ['More tests', imperative],
    ['Now checks the weight', imperative],
    ['Merged side', imperative],
    [`Merge the queues of both readers into one, because ${'x'.repeat(40)}`, /longer than 72 characters/],
    [`Merge branch names into one list, because ${'x'.repeat(40)}`, /longer than 72 characters/],
    [`Revert to the former order of events, because ${'x'.repeat(40)}`, /longer than 72 characters/],
    [`Fix the weight of a flag\nand continue the first paragraph ${'x'.repeat(40)}`, /longer than 72 characters/],
    ['Fix the weight\nof a flag.\n\nFixes what the body says.', /ends with a full stop/],
    [`Fix ${'è'.repeat(69)}`, /longer than 72 characters/],
    ['fix the weight of a flag', /does not begin with a capital letter/],
    ['Fix the weight of a flag.', /ends with a full stop/],
    [`Fix ${'x'.repeat(69)}`, /longer than 72 characters/],
    ['# only a comment\n', /the subject is empty/],
  ])('refuses %j', (message, reason) =>
    expect(commit(message)).toEqual({ status: 1, errors: expect.stringMatching(reason) as unknown }),
  )

  it('counts characters, not bytes, in every locale', () =>
    expect(commit(`Fix ${'è'.repeat(68)}`, 'C')).toEqual({ status: 0, errors: '' }))
})

describe('git commit -m', () => {
  const repository = join(folder, 'repository')
  const git = (...args: readonly string[]) => {
    const settings = ['user.name=a', 'user.email=a@example.it', `core.hooksPath=${resolve('.githooks')}`]
    const options = settings.flatMap((setting) => ['-c', setting])
    const { status, stderr } = spawnSync('git', [...options, ...args], { cwd: repository, encoding: 'utf8' })
    return { status, errors: stderr }
  }
  beforeAll(() => {
    mkdirSync(repository)
    git('init', '-q')
  })

  it.each([
    ['#28 is fixed now', /does not begin with a capital letter/],
    ['# Fixes the weight\nFix the weight', /does not begin with a capital letter/],
    [`Fix the weight\nof a flag ${'x'.repeat(70)}`, /longer than 72 characters/],
  ])('refuses %j, whose first line Git keeps', (message, reason) =>
    expect(git('commit', '-q', '--allow-empty', '-m', message)).toEqual({
      status: 1,
      errors: expect.stringMatching(reason) as unknown,
    }),
  )

  it('accepts a merge with the subject that Git writes', () => {
    expect(git('commit', '-q', '--allow-empty', '-m', 'Add the queue')).toEqual({ status: 0, errors: '' })
    git('checkout', '-q', '-b', `queues-${'x'.repeat(80)}`)
    git('commit', '-q', '--allow-empty', '-m', 'Split the queue')
    git('checkout', '-q', '-')
    expect(git('merge', '-q', '--no-ff', '--no-edit', `queues-${'x'.repeat(80)}`)).toEqual({ status: 0, errors: '' })
  })
})
