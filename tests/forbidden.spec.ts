import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sourceFilesIn } from './support/source-files.ts'

const everywhere = ['domain', 'application', 'projections', 'infrastructure', 'web']
/** Patterns forbidden in folders, each with a line that violates the rule. */
const forbidden: readonly (readonly [string, RegExp, readonly string[], string])[] = [
  [
    'markup by hand',
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML|insertAdjacentHTML|document\.write/,
    ['web/app'],
    'a.innerHTML = b',
  ],
  ['code from text', /\beval\(|new Function\(|from 'node:vm'/, everywhere, 'eval(text)'],
  [
    'commands of the system, where requests are known',
    /child_process/,
    ['domain', 'application', 'projections', 'web'],
    "import { exec } from 'node:child_process'",
  ],
  [
    'calls to other servers, where requests are known',
    /\bfetch\(|from 'node:https?'/,
    ['domain', 'application', 'projections', 'web/api'],
    'await fetch(photo)',
  ],
  [
    'chance that can be guessed, where secrets are made',
    /Math\.random/,
    [
      'domain',
      'application',
      'infrastructure/accounts',
      'infrastructure/keyring',
      'infrastructure/composition',
      'web/api',
    ],
    'Math.random()',
  ],
  [
    'certificates taken unread',
    /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/,
    everywhere,
    '{ rejectUnauthorized: false }',
  ],
]

describe('forbidden code', () => {
  it.each(forbidden)('the sources do not contain %s', (_, pattern, folders, violation) => {
    const files = sourceFilesIn(...folders)
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((file) => pattern.test(readFileSync(file, 'utf8')))).toEqual([])
    expect(pattern.test(violation)).toBe(true)
  })
})
