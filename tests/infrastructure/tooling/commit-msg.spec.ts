import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'garbo-commit-msg-'))
afterAll(() => rmSync(folder, { recursive: true }))

const commit = (message: string) => {
  const file = join(folder, 'COMMIT_EDITMSG')
  writeFileSync(file, message)
  const { status, stderr } = spawnSync('sh', ['.githooks/commit-msg', file], { encoding: 'utf8' })
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
    'Revert "Fixes the weight of a flag"',
    'fixup! fix the weight of a flag',
    `Fix ${'x'.repeat(68)}`,
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
    ['fix the weight of a flag', /does not begin with a capital letter/],
    ['Fix the weight of a flag.', /ends with a full stop/],
    [`Fix ${'x'.repeat(69)}`, /longer than 72 characters/],
    ['# only a comment\n', /the subject is empty/],
  ])('refuses %j', (message, reason) =>
    expect(commit(message)).toEqual({ status: 1, errors: expect.stringMatching(reason) as unknown }),
  )
})
