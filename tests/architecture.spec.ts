import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourcesOf } from './support/sources.ts'

/** Who may know whom; a room always knows itself. */
const knows: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  application: ['domain'],
  projections: ['domain'],
  infrastructure: ['domain', 'application', 'projections'],
  'infrastructure/composition': ['domain', 'application', 'projections', 'infrastructure', 'web/api', 'web/contract'],
  'web/contract': [],
  'web/api': ['domain', 'application', 'projections', 'web/contract'],
  'web/app': ['web/contract'],
}
const rooms = Object.keys(knows).sort((a, b) => b.length - a.length)
const contexts = [
  'access',
  'profiles',
  'reputation',
  'moderation',
  'conduct',
  'rewards',
  'ava',
  'travel',
  'promotion',
  'privacy',
  'rulebook',
]

/** What a room may buy from the outside; a room not named may buy anything. */
const bought: Readonly<Record<string, RegExp>> = {
  domain: /^(fp-ts|io-ts)(\/|$)/,
  application: /^(fp-ts|io-ts)(\/|$)/,
  projections: /^(zod|slonik)$/,
  'web/contract': /^zod$/,
}
/** The domain reads no clock, makes no id and throws nothing. */
const impure = /\b(Date\.now\(|new Date\(\)|Math\.random\(|performance\.|process\.|crypto\.|console\.|throw )/

const roomOf = (file: string) => rooms.find((room) => file.startsWith(`${room}/`)) ?? file
const contextOf = (file: string) => contexts.find((context) => file.startsWith(`domain/${context}/`))

const breaches = (file: string, source: string): readonly string[] => {
  const home = roomOf(file)
  const imports = [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].flatMap(([, to = '']) => {
    if (!to.startsWith('.')) return (bought[home]?.test(to) ?? true) ? [] : [`${file} buys ${to}`]
    const target = join(dirname(file), to)
    const room = roomOf(target)
    if (room !== home && knows[home]?.includes(room) !== true) return [`${file} knows ${room}`]
    const [mine, theirs] = [contextOf(file), contextOf(target)]
    return mine !== undefined && theirs !== undefined && mine !== theirs ? [`${file} meddles with ${theirs}`] : []
  })
  const sins = home === 'domain' && impure.test(source) ? [`${file} is not pure`] : []
  const names = /(^|\/)(utils?|helpers?|common|manager|index)(\.|\/)/.test(file)
    ? [`${file} is named after nothing`]
    : []
  return [...imports, ...sins, ...names]
}

describe('the architecture rules', () => {
  const files = sourcesOf('domain', 'application', 'projections', 'infrastructure', 'web')

  it('cover the sources', () => expect(files.length).toBeGreaterThan(20))
  it('are respected', () => expect(files.flatMap((file) => breaches(file, readFileSync(file, 'utf8')))).toEqual([]))

  it.each([
    ['domain/rewards/a.ts', `import { sql } from '../../projections/projection.ts'`],
    ['domain/rewards/a.ts', `import { randomUUID } from 'node:crypto'`],
    ['domain/rewards/a.ts', `import { account } from '../access/account/decider.ts'`],
    ['domain/rewards/a.ts', `const now = Date.now()`],
    ['application/a.ts', `import pg from 'pg'`],
    ['web/app/features/a.tsx', `import type { AccountEvent } from '../../../domain/access/account/events.ts'`],
    ['infrastructure/mail/a.ts', `import { x } from '../composition/server.ts'`],
    ['projections/a.ts', `import { x } from '../application/handle.ts'`],
    ['infrastructure/utils.ts', `export const x = 1`],
  ])('detect that %s contains %s', (file, source) => expect(breaches(file, source)).toHaveLength(1))
})
