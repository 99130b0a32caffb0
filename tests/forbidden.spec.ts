import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sourceFilesIn } from './support/source-files.ts'

const allLayers = ['domain', 'application', 'projections', 'infrastructure', 'web']
/** Patterns forbidden in folders, each with a line that violates the rule. */
const forbidden: readonly (readonly [string, RegExp, readonly string[], string])[] = [
  [
    'markup set as text',
    /dangerouslySetInnerHTML|\.(?:inner|outer)HTML|insertAdjacentHTML|document\.write/,
    ['web/app'],
    'a.innerHTML = b',
  ],
  ['code evaluated from text', /\beval\(|new Function\(|from 'node:vm'/, allLayers, 'eval(text)'],
  [
    'system commands in code that handles requests',
    /child_process/,
    ['domain', 'application', 'projections', 'web'],
    "import { exec } from 'node:child_process'",
  ],
  [
    'calls to other servers in code that handles requests',
    /\bfetch\(|from 'node:https?'/,
    ['domain', 'application', 'projections', 'web/api'],
    'await fetch(photo)',
  ],
  [
    'predictable random numbers in code that creates secrets',
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
    'unverified certificates',
    /rejectUnauthorized: false|NODE_TLS_REJECT_UNAUTHORIZED/,
    allLayers,
    '{ rejectUnauthorized: false }',
  ],
]

describe('forbidden code', () => {
  it.each(forbidden)('does not occur in the sources: %s', (_, pattern, folders, violation) => {
    const files = sourceFilesIn(...folders)
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((file) => pattern.test(readFileSync(file, 'utf8')))).toEqual([])
    expect(pattern.test(violation)).toBe(true)
  })
})
