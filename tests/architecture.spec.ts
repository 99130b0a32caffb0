import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  combinesContexts,
  contextRoots,
  contexts,
  contextsKnownTo,
  emails,
  engines,
  layers,
  mayImport,
  mayImportPg,
  mayImportRegistry,
  mayInstall,
  openToWiring,
  policies,
  registries,
  sharedFolders,
  wiredIndividually,
} from './support/architecture-rules.ts'
import { cyclesIn, importsIn, impurities, type SourceImport } from './support/source-code.ts'
import { productionFiles } from './support/source-files.ts'

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

const mayImportPackage = (file: string, specifier: string) =>
  (mayInstall[layerOf(file)]?.test(specifier) ?? true) &&
  (specifier !== 'pg' || mayImportPg.some((place) => file.startsWith(place)))

const importViolation = (file: string, { specifier, names }: SourceImport): string | null => {
  const layer = layerOf(file)
  if (!specifier.startsWith('.'))
    return mayImportPackage(file, specifier) ? null : `${file} imports the package ${specifier}`
  const target = join(dirname(file), specifier)
  const [targetLayer, context, targetContext] = [layerOf(target), contextOf(file), contextOf(target)]
  if (layer === 'web/contract' && /^domain\/[a-z]+\/(?:vocabulary|rules|names)\.ts$/.test(target)) return null
  if (targetLayer !== layer && mayImport[layer]?.includes(targetLayer) !== true) return `${file} imports ${targetLayer}`
  if (layer === 'domain' && context !== undefined && targetContext !== undefined && context !== targetContext)
    return `${file} imports the context ${targetContext}`
  if (mayImportRegistry[target]?.test(file) === false) return `${file} imports a registry: ${target}`
  if (layer === 'web/api' && names.some((name) => name === '*' || guardedUseCases.has(`${target}: ${name}`)))
    return `${file} imports a use case without its access rule: ${target}`
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

/** `file: name` of the use cases with an access rule, which routes run through `api.useCases`. */
const guardedUseCases: ReadonlySet<string> = new Set(
  contexts.flatMap((context) => {
    const file = `application/${context}/module.ts`
    const source = readFileSync(file, 'utf8')
    const run = new Set([...source.matchAll(/\baccess: [^}]*\brun: (\w+)/g)].map(([, name]) => name))
    return importsIn(file, source).imports.flatMap(({ specifier, names }) =>
      names.filter((name) => run.has(name)).map((name) => `${join(dirname(file), specifier)}: ${name}`),
    )
  }),
)

const knowsContext = (file: string, target: string): boolean => {
  const context = contextIn(target)
  if (context === undefined || contextIn(file) !== undefined || registries[file] !== undefined) return true
  return combinesContexts.test(file) || contextsKnownTo[file]?.includes(context) === true
}

/** Commands, policies, e-mails, jobs and live topics are registered in the module of their context only. */
const registersCapability = (file: string, target: string): boolean => {
  const context = contextOf(target)
  if (context === undefined || !startsWithFolder(target, 'application')) return false
  if (policies.test(target)) return file !== `application/${context}/module.ts`
  if (emails.test(target)) return contextOf(file) !== context
  const isWiring = ['application', 'infrastructure', 'infrastructure/composition'].includes(layerOf(file))
  if (!isWiring || contextOf(file) !== undefined || openToWiring.test(target)) return false
  return wiredIndividually[file]?.includes(target) !== true
}

/** `event-store/*.ts` serves the three stores; the embedded Postgres belongs to `postgres/`. */
const isSharedWithinEngine = (file: string, target: string) =>
  startsWithFolder(file, 'infrastructure/postgres') && startsWithFolder(target, 'infrastructure/postgres/embedded')

const placementViolation = (file: string): string | null => {
  if (!layers.includes(layerOf(file))) return `${file} belongs to no layer`
  const root = rootOf(file)
  if (root === undefined) return null
  const folder = folderBelow(file, root)
  if (folder === undefined || isContext(folder) || sharedFolders[root]?.includes(folder)) return null
  return `${file} belongs to no context`
}

/** Packages whose names depend on the platform, and the page renderer, which exists once the web app is built. */
const mayComputeImports = new Set(['infrastructure/postgres/embedded/programs.ts', 'web/api/pages.ts'])

const violations = (file: string, source: string): readonly string[] => {
  const { imports, opaque } = importsIn(file, source)
  const found = [placementViolation(file), ...imports.map((each) => importViolation(file, each))]
  if (!mayComputeImports.has(file)) found.push(...opaque.map((text) => `${file} has an ${text}`))
  if (layerOf(file) === 'domain') found.push(...impurities(file, source).map((text) => `${file} is not pure: ${text}`))
  if (/(^|\/)(utils?|helpers?|common|manager|index)(\.|\/)/.test(file)) found.push(`${file} has a name without meaning`)
  return found.filter((violation) => violation !== null)
}

const graphOf = (sources: ReadonlyMap<string, string>) =>
  new Map(
    [...sources].map(([file, source]) => [
      file,
      importsIn(file, source).imports.flatMap(({ specifier: to }) =>
        to.startsWith('.') ? [join(dirname(file), to)] : [],
      ),
    ]),
  )

describe('the architecture', () => {
  const files = productionFiles()
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
    ['domain/rewards/a.ts', `const { now } = Date`],
    ['domain/rewards/a.ts', `const now = Date.now`],
    ['domain/rewards/a.ts', `const today = new Date()`],
    ['domain/rewards/a.ts', `const today = [at].map(Date)`],
    ['domain/rewards/a.ts', `const die = Math.random.call(null)`],
    ['domain/rewards/a.ts', `const { random } = Math`],
    ['domain/rewards/a.ts', `const id = globalThis.crypto.randomUUID()`],
    ['domain/rewards/a.ts', `const f = () => { throw new Error() }`],
    ['domain/rewards/a.ts', 'const load = () => import(`../reviews/review.ts`).then((m) => m.review)'],
    ['domain/rewards/a.ts', `export { review } from "../reviews/review.ts"`],
    ['domain/rewards/a.ts', `type Review = import('../reviews/review.ts').Review`],
    ['domain/rewards/a.ts', `import\n  '../reviews/review.ts'`],
    [
      'infrastructure/composition/a.ts',
      'const load = () => import(`../event-store/postgres/append-queue.ts`).then((m) => m.appendQueue)',
    ],
    ['infrastructure/composition/a.ts', `const load = (policy: string) => import(policy)`],
    ['infrastructure/composition/a.ts', 'const load = (name: string) => import(`../../application/${name}.ts`)'],
    ['infrastructure/composition/a.ts', `const load = () => import('../messaging/messengers.ts')`],
    ['web/app/a.ts', `const routes = import.meta.glob('./features/*/routes.tsx')`],
    ['application/a.ts', `import { commands } from './all.ts'`],
    ['infrastructure/composition/a.ts', `import * as all from '../../application/all.ts'`],
    ['application/a.ts', `import { aggregates } from '../domain/all.ts'`],
    ['infrastructure/a.ts', `import { projections } from '../projections/all.ts'`],
    ['infrastructure/composition/a.ts', `export * from '../../web/api/routes.ts'`],
    ['web/contract/a.ts', `import { endpoints } from './endpoints.ts'`],
    ['web/api/reviews/a.ts', `import { flagReview } from '../../../application/reviews/flag-review.ts'`],
    ['web/api/reviews/a.ts', `import { flagReview as flag } from '../../../application/reviews/flag-review.ts'`],
    ['web/api/reviews/a.ts', `import * as flags from '../../../application/reviews/flag-review.ts'`],
    ['application/moderation/a.ts', `import { casesPolicy } from './cases.policy.ts'`],
    ['web/loyalty/a.ts', `export const x = 1`],
    ['loyalty/a.ts', `export const x = 1`],
    ['domain/loyalty/a.ts', `export const x = 1`],
    ['application/a.ts', `import pg from 'pg'`],
    ['infrastructure/accounts/a.ts', `import type { Pool } from 'pg'`],
    ['infrastructure/reactions/a.ts', `import { Client } from 'pg'`],
    ['infrastructure/composition/a.ts', `import { Pool } from 'pg'`],
    ['application/all.ts', `import { flagReview } from './reviews/flag-review.ts'`],
    ['application/lookups.ts', `import type { FullScore } from './reviews/excluded-periods.ts'`],
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

  it.each([
    ['domain/rewards/a.ts', `// moved from '../reviews/review.ts'\nexport const x = "import('../reviews/review.ts')"`],
    ['domain/rewards/a.ts', `export const x = (at: string, d: Date) => new Date(Date.parse(at) + Date.UTC(2026)) > d`],
    ['domain/rewards/a.ts', `export const x = { process: 1, crypto: Math.max(1, 2) }.process`],
    ['web/app/a.ts', `const load = () =>\n  import('./A.tsx')\n    .then((m) => m.APage)`],
    ['infrastructure/a.ts', `const load = async () => (await import('vite')).build`],
    ['web/api/reviews/a.ts', `import { type flagReview } from '../../../application/reviews/flag-review.ts'`],
    ['web/api/reviews/a.ts', `import type { FlagReviewInput } from '../../../application/reviews/flag-review.ts'`],
  ])('is not violated by %s with %s', (file, source) => expect(violations(file, source)).toEqual([]))

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
