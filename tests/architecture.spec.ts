import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sourceFilesIn } from './support/source-files.ts'

const contexts = [
  'accounts',
  'reviews',
  'ratings',
  'moderation',
  'sanctions',
  'rewards',
  'ava',
  'travel',
  'promotion',
  'privacy',
  'audit',
] as const

/** The other layers that each layer may import. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  application: ['domain'],
  projections: ['domain'],
  infrastructure: ['domain', 'application', 'projections'],
  'infrastructure/composition': ['domain', 'application', 'projections', 'infrastructure', 'web/api', 'web/contract'],
  'infrastructure/demo': ['domain', 'application', 'infrastructure', 'infrastructure/composition', 'web/api'],
  'infrastructure/cli': [
    'domain',
    'application',
    'projections',
    'infrastructure',
    'infrastructure/composition',
    'infrastructure/demo',
  ],
  'infrastructure/docs-generator': [
    'domain',
    'application',
    'projections',
    'infrastructure',
    'infrastructure/composition',
    'web/api',
    'web/contract',
  ],
  'infrastructure/tooling': ['infrastructure/composition'],
  'web/contract': [],
  'web/api': ['domain', 'application', 'projections', 'web/contract'],
  'web/app': ['web/contract'],
}
const layers = Object.keys(mayImport).sort((a, b) => b.length - a.length)

/** Packages that a layer may import; other layers may import any. */
const mayInstall: Readonly<Record<string, RegExp>> = {
  domain: /^(fp-ts|io-ts)(\/|$)/,
  application: /^(fp-ts|io-ts)(\/|$)/,
  projections: /^(zod|slonik)$/,
  'web/contract': /^zod$/,
}

/** Files that may import `pg`: engines whose statements slonik cannot run, and the file that opens the pool (ADR 23). */
const mayImportPg = [
  'infrastructure/event-store/postgres/',
  'infrastructure/projections/',
  'infrastructure/keyring/',
  'infrastructure/postgres/',
  'infrastructure/composition/bootstrap.ts',
]

/** Folders that a layer may have in addition to the contexts. */
const sharedFolders: Readonly<Record<string, readonly string[]>> = {
  domain: ['kernel'],
  application: ['ports'],
  projections: [],
  infrastructure: [
    'cli',
    'composition',
    'demo',
    'docs-generator',
    'event-store',
    'http',
    'jobs',
    'keyring',
    'live',
    'messaging',
    'postgres',
    'projections',
    'reactions',
    'redis',
    'tooling',
  ],
  'web/contract': [],
  'web/api': ['plugins'],
  'web/app/features': [],
}
const contextRoots = Object.keys(sharedFolders)

/** Files that list the contexts of a layer, and the one file of each context they may import. */
const registries: Readonly<Record<string, RegExp>> = {
  'domain/all.ts': /\/aggregates\.ts$/,
  'application/all.ts': /\/module\.ts$/,
  'application/rule-settings.ts': /\/rule-settings\.ts$/,
  'application/lookups.ts': /\/lookups\.ts$/,
  'application/rejections.ts': /\/rejections\.ts$/,
  'infrastructure/lookups.ts': /\/lookups\.ts$/,
  'projections/all.ts': /\/module\.ts$/,
  'web/contract/calls.ts': /\/(?:calls|(\w+)\/\1)\.ts$/,
  'web/api/routes.ts': /\/routes\.ts$/,
  'web/api/errors.ts': /\/errors\.it\.ts$/,
  'web/app/routes.tsx': /\/routes\.tsx$/,
}

/** Values that a context registers in its module and no other file may import. */
const registeredInModule = /^application\/.*(\.policy|\/emails\.it)\.ts$/

/** Files of `application/<context>` that files outside the contexts may import: modules, rule settings and ports. */
const openToWiring = /\/(module|ports|rule-settings|lookups|rejections|auth-services|payout-services)\.ts$/

/**
 * The contexts known to each file outside them; registries know all. A new list of capabilities shows up here or
 * violates the architecture.
 */
const contextsKnownTo: Readonly<Record<string, readonly (typeof contexts)[number][]>> = {
  'application/access.ts': ['sanctions'],
  'application/email.ts': ['accounts'],
  'application/jobs.ts': ['accounts', 'ava'],
  'application/person.ts': ['accounts', 'sanctions'],
  'application/send-email.ts': ['accounts', 'reviews'],
  'application/use-case.ts': ['moderation', 'travel'],
  'infrastructure/composition/application-services.ts': ['accounts', 'ava', 'moderation', 'travel'],
  'infrastructure/composition/bootstrap.ts': ['accounts'],
  'infrastructure/composition/chain.ts': ['ava'],
  'infrastructure/composition/config.ts': ['rewards'],
  'infrastructure/composition/external-services.ts': ['accounts', 'travel'],
  'infrastructure/composition/garbo.ts': ['moderation'],
  'infrastructure/composition/operator.ts': ['accounts'],
  'infrastructure/composition/server-context.ts': ['accounts', 'promotion'],
  'infrastructure/composition/site.ts': ['accounts'],
  'infrastructure/live/live-updates.ts': ['moderation'],
  'infrastructure/projections/fold.ts': ['privacy'],
  'infrastructure/redis/redis.ts': ['accounts'],
  'web/contract/fields.ts': ['accounts'],
  'web/api/api-context.ts': ['accounts', 'ava', 'moderation', 'rewards', 'travel'],
  'web/api/platform.routes.ts': ['rewards'],
  'web/api/plugins/body-parsers.ts': ['accounts'],
  'web/api/request.ts': ['accounts'],
  'web/api/server-context.ts': ['accounts', 'promotion'],
  'web/app/components/address-autocomplete.tsx': ['travel'],
  'web/app/shared/address-source.ts': ['accounts', 'travel'],
  'web/app/shared/referral.ts': ['promotion'],
  'web/app/shared/session.ts': ['accounts'],
}

/** Folders that combine contexts: pages and navigation, the demo, operator commands and generators. */
const combinesContexts = /^(web\/app\/(pages|shell)|infrastructure\/(cli|demo|docs-generator|tooling))\//

/** Use cases that are wired individually, because no signed-in person or job sends them. */
const wiredIndividually: Readonly<Record<string, readonly string[]>> = {
  'application/use-case.ts': ['application/moderation/case-dispatcher.ts'],
  'infrastructure/composition/application-services.ts': [
    'application/accounts/recovery.ts',
    'application/ava/payouts.ts',
    'application/moderation/case-dispatcher.ts',
  ],
  'infrastructure/composition/server-context.ts': [
    'application/accounts/data-deletion-request.ts',
    'application/accounts/social-sign-in.ts',
    'application/promotion/affiliate.ts',
  ],
  'infrastructure/live/live-updates.ts': ['application/moderation/queue-changes.ts'],
}

/** The public file of each engine folder: everything else there is private to the folder. */
const engines: Readonly<Record<string, string>> = {
  'infrastructure/event-store/memory': 'memory-event-store.ts',
  'infrastructure/event-store/postgres': 'postgres-event-store.ts',
  'infrastructure/event-store/eventstoredb': 'eventstoredb-event-store.ts',
  'infrastructure/projections': 'projection-engine.ts',
  'infrastructure/reactions': 'policy-runner.ts',
  'infrastructure/keyring': 'keyring.ts',
  'infrastructure/jobs': 'bull-jobs.ts',
  'infrastructure/postgres/embedded': 'embedded-postgres.ts',
  'infrastructure/postgres': 'postgres.ts',
  'infrastructure/redis': 'redis.ts',
  'infrastructure/http': 'idempotency-store.ts',
  'infrastructure/live': 'live-updates.ts',
  'infrastructure/messaging': 'messengers.ts',
}

/** The domain reads no clock, creates no id and throws nothing. */
const impure = /\b(Date\.now\(|new Date\(\)|Math\.random\(|performance\.|process\.|crypto\.|console\.|throw )/

const startsWithFolder = (file: string, folder: string) => file.startsWith(`${folder}/`)
const layerOf = (file: string) => layers.find((layer) => startsWithFolder(file, layer)) ?? file
const rootOf = (file: string) => contextRoots.find((root) => startsWithFolder(file, root))
const folderBelow = (file: string, root: string) =>
  file
    .slice(root.length + 1)
    .split('/')
    .slice(0, -1)[0]
const isContext = (name: string | undefined): boolean => contexts.some((context) => context === name)
const contextOf = (file: string) => {
  const root = rootOf(file)
  const folder = root === undefined ? undefined : folderBelow(file, root)
  return isContext(folder) ? folder : undefined
}
/** The context of a file in any layer, folders of the web app included. */
const contextIn = (file: string) => contexts.find((context) => file.split('/').slice(1, -1).includes(context))
const engineOf = (file: string) =>
  Object.keys(engines)
    .filter((engine) => startsWithFolder(file, engine))
    .sort((a, b) => b.length - a.length)[0]

const importsOf = (source: string) =>
  [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, specifier = '']) => specifier)

const mayImportPackage = (file: string, specifier: string) =>
  (mayInstall[layerOf(file)]?.test(specifier) ?? true) &&
  (specifier !== 'pg' || mayImportPg.some((place) => file.startsWith(place)))

const importViolation = (file: string, specifier: string): string | null => {
  const layer = layerOf(file)
  if (!specifier.startsWith('.'))
    return mayImportPackage(file, specifier) ? null : `${file} imports the package ${specifier}`
  const target = join(dirname(file), specifier)
  const [targetLayer, context, targetContext] = [layerOf(target), contextOf(file), contextOf(target)]
  if (layer === 'web/contract' && /^domain\/[a-z]+\/(?:vocabulary|rules)\.ts$/.test(target)) return null
  if (targetLayer !== layer && mayImport[layer]?.includes(targetLayer) !== true) return `${file} imports ${targetLayer}`
  if (layer === 'domain' && context !== undefined && targetContext !== undefined && context !== targetContext)
    return `${file} imports the context ${targetContext}`
  const entry = registries[file]
  if (entry !== undefined && targetContext !== undefined && !entry.test(target))
    return `${file} registers a capability: ${target}`
  if (registersCapability(file, target)) return `${file} registers a capability: ${target}`
  if (!knowsContext(file, target)) return `${file} does not list the context ${contextIn(target)}`
  const engine = engineOf(target)
  if (engine !== undefined && !startsWithFolder(file, engine) && target !== `${engine}/${engines[engine]}`)
    return isSharedWithinEngine(file, target) ? null : `${file} imports a private file: ${target}`
  return null
}

const knowsContext = (file: string, target: string): boolean => {
  const context = contextIn(target)
  if (context === undefined || contextIn(file) !== undefined || registries[file] !== undefined) return true
  return combinesContexts.test(file) || contextsKnownTo[file]?.includes(context) === true
}

/** Commands, policies, e-mails, jobs and live topics are registered in the module of their context only. */
const registersCapability = (file: string, target: string): boolean => {
  const context = contextOf(target)
  if (context === undefined || !startsWithFolder(target, 'application')) return false
  if (registeredInModule.test(target)) return contextOf(file) !== context
  const isWiring = ['application', 'infrastructure', 'infrastructure/composition'].includes(layerOf(file))
  if (!isWiring || contextOf(file) !== undefined || openToWiring.test(target)) return false
  return wiredIndividually[file]?.includes(target) !== true
}

/** `event-store/*.ts` serves the three stores; the embedded Postgres belongs to `postgres/`. */
const isSharedWithinEngine = (file: string, target: string) =>
  startsWithFolder(file, 'infrastructure/postgres') && startsWithFolder(target, 'infrastructure/postgres/embedded')

const placementViolation = (file: string): string | null => {
  const root = rootOf(file)
  if (root === undefined) return null
  const folder = folderBelow(file, root)
  if (folder === undefined || isContext(folder) || sharedFolders[root]?.includes(folder)) return null
  return `${file} belongs to no context`
}

const violations = (file: string, source: string): readonly string[] => {
  const found = [placementViolation(file), ...importsOf(source).map((specifier) => importViolation(file, specifier))]
  if (layerOf(file) === 'domain' && impure.test(source)) found.push(`${file} is not pure`)
  if (/(^|\/)(utils?|helpers?|common|manager|index)(\.|\/)/.test(file)) found.push(`${file} has a name without meaning`)
  return found.filter((violation) => violation !== null)
}

/** Import cycles, including type-only imports. */
const cyclesIn = (graph: ReadonlyMap<string, readonly string[]>): readonly string[] => {
  const cycles: string[] = []
  const finished = new Set<string>()
  const visit = (file: string, path: readonly string[]): void => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
    if (path.includes(file) || finished.has(file)) return
    for (const next of graph.get(file) ?? []) visit(next, [...path, file])
    finished.add(file)
  }
  for (const file of graph.keys()) visit(file, [])
  return cycles
}

const graphOf = (sources: ReadonlyMap<string, string>) =>
  new Map(
    [...sources].map(([file, source]) => [
      file,
      importsOf(source).flatMap((to) => (to.startsWith('.') ? [join(dirname(file), to)] : [])),
    ]),
  )

describe('the architecture', () => {
  const files = sourceFilesIn('domain', 'application', 'projections', 'infrastructure', 'web')
  const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]))

  it('is checked over all production files', () => expect(files.length).toBeGreaterThan(400))
  it('is followed by every file', () =>
    expect([...sources].flatMap(([file, source]) => violations(file, source))).toEqual([]))
  it('lists no context that a file does not import', () => {
    const known = Object.entries(contextsKnownTo).flatMap(([file, listed]) => listed.map((name) => `${file}: ${name}`))
    const imported = new Set(
      [...graphOf(sources)].flatMap(([file, targets]) => targets.map((target) => `${file}: ${contextIn(target)}`)),
    )
    expect(known.filter((entry) => !imported.has(entry))).toEqual([])
  })
  it('has no import cycles, type-only imports included', () => expect(cyclesIn(graphOf(sources))).toEqual([]))

  it.each([
    ['domain/rewards/a.ts', `import { sql } from '../../projections/projection.ts'`],
    ['domain/rewards/a.ts', `import { randomUUID } from 'node:crypto'`],
    ['domain/rewards/a.ts', `import { account } from '../accounts/account.ts'`],
    ['domain/rewards/a.ts', `const now = Date.now()`],
    ['domain/loyalty/a.ts', `export const x = 1`],
    ['application/a.ts', `import pg from 'pg'`],
    ['infrastructure/accounts/a.ts', `import type { Pool } from 'pg'`],
    ['infrastructure/reactions/a.ts', `import { Client } from 'pg'`],
    ['infrastructure/composition/a.ts', `import { Pool } from 'pg'`],
    ['application/all.ts', `import { flagReview } from './reviews/flag-review.ts'`],
    ['application/lookups.ts', `import type { ScoreWithExcluded } from './reviews/excluded-periods.ts'`],
    ['infrastructure/lookups.ts', `import { postgresPhotos } from './accounts/photos.ts'`],
    ['application/sanctions/module.ts', `import { repliesPolicy } from '../reviews/replies.policy.ts'`],
    ['application/send-email.ts', `import { reviewEmails } from './reviews/emails.it.ts'`],
    ['application/jobs.ts', `import { expireDueRewards } from './rewards/reward-codes.ts'`],
    ['infrastructure/live/topics.ts', `import { reviews } from '../../application/reviews/live-topics.ts'`],
    [
      'infrastructure/composition/scheduled-jobs.ts',
      `import { completeDueBookings } from '../../application/travel/bookings.ts'`,
    ],
    ['domain/all-policies.ts', `import { review } from './reviews/review.ts'`],
    ['domain/kernel/a.ts', `import type { ReviewEvent } from '../reviews/review.ts'`],
    ['projections/indexes.ts', `import { reviews } from './reviews/reviews.ts'`],
    ['infrastructure/composition/policies.ts', `import { reviews } from '../../application/reviews/module.ts'`],
    ['web/api/server.ts', `import { registerReferralClicks } from './promotion/referral-clicks.ts'`],
    ['web/api/plugins/a.ts', `import { reviewRoutes } from '../reviews/routes.ts'`],
    ['web/contract/paths.ts', `import { flagReview } from './reviews/reviews.ts'`],
    ['web/app/shared/a.ts', `import { Score } from '../features/reviews/Score.tsx'`],
    ['web/api/routes.ts', `import { passkeyRoutes } from './accounts/passkeys.routes.ts'`],
    ['web/app/features/loyalty/a.tsx', `export const x = 1`],
    ['web/app/features/ava/a.tsx', `import type { AccountEvent } from '../../../../domain/accounts/account.ts'`],
    ['web/contract/reviews/a.ts', `import { review } from '../../../domain/reviews/review.ts'`],
    ['infrastructure/messaging/a.ts', `import { x } from '../composition/garbo.ts'`],
    ['infrastructure/composition/a.ts', `import { x } from '../event-store/postgres/append-queue.ts'`],
    ['projections/a.ts', `import { x } from '../application/command-handler.ts'`],
    ['infrastructure/utils.ts', `export const x = 1`],
  ])('is violated by %s with %s', (file, source) => expect(violations(file, source)).toHaveLength(1))

  it('allows the contract to import vocabularies of the domain', () =>
    expect(
      violations('web/contract/reviews/a.ts', `import { flagReasons } from '../../../domain/reviews/vocabulary.ts'`),
    ).toEqual([]))

  it('allows engines to use the driver of Postgres', () =>
    expect(violations('infrastructure/keyring/a.ts', `import type { Pool } from 'pg'`)).toEqual([]))

  it('finds a cycle of type-only imports', () =>
    expect(
      cyclesIn(
        graphOf(
          new Map([
            ['domain/a.ts', `import type { B } from './b.ts'`],
            ['domain/b.ts', `import type { A } from './a.ts'`],
          ]),
        ),
      ),
    ).toEqual(['domain/a.ts → domain/b.ts → domain/a.ts']))
})
