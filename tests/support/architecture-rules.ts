export const contexts = [
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
  'support',
  'audit',
  'analytics',
] as const

/** The other layers that each layer may import. */
export const mayImport: Readonly<Record<string, readonly string[]>> = {
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
  'infrastructure/tooling': ['infrastructure', 'infrastructure/composition'],
  'web/contract': [],
  'web/api': ['domain', 'application', 'projections', 'web/contract'],
  'web/app': ['web/contract'],
}
export const layers = Object.keys(mayImport).sort((a, b) => b.length - a.length)

/** Packages that a layer may import; other layers may import any. */
export const mayInstall: Readonly<Record<string, RegExp>> = {
  domain: /^(fp-ts|io-ts|immutable)(\/|$)/,
  application: /^(fp-ts|io-ts|libphonenumber-js)(\/|$)/,
  projections: /^(zod|slonik)$/,
  'web/contract': /^zod$/,
}

/** Files that may import `pg`: engines whose statements slonik cannot run, and the file that opens the pool (ADR 23). */
export const mayImportPg = [
  'infrastructure/event-store/postgres/',
  'infrastructure/projections/',
  'infrastructure/keyring/',
  'infrastructure/postgres/',
  'infrastructure/reactions/outbox-partitions.ts',
  'infrastructure/composition/bootstrap.ts',
]

/** Folders that a layer may have in addition to the contexts. */
export const sharedFolders: Readonly<Record<string, readonly string[]>> = {
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
export const contextRoots = Object.keys(sharedFolders)

/** Files that list the contexts of a layer, and the one file of each context they may import. */
export const registries: Readonly<Record<string, RegExp>> = {
  'domain/all.ts': /\/aggregates\.ts$/,
  'domain/notifications.ts': /\/notifications\.ts$/,
  'application/all.ts': /\/module\.ts$/,
  'application/rule-settings.ts': /\/rule-settings\.ts$/,
  'application/lookups.ts': /\/lookups\.ts$/,
  'application/rejections.ts': /\/rejections\.ts$/,
  'infrastructure/lookups.ts': /\/lookups\.ts$/,
  'projections/all.ts': /\/module\.ts$/,
  'web/contract/endpoints.ts': /\/(?:endpoints|(\w+)\/\1)\.ts$/,
  'web/api/routes.ts': /\/routes\.ts$/,
  'web/api/errors.ts': /\/errors\.it\.ts$/,
  'web/app/routes.tsx': /\/routes\.tsx$/,
}

/** Files that combine what the registries list; every other file knows its own context. */
export const mayImportRegistry: Readonly<Record<string, RegExp>> = {
  'domain/all.ts':
    /^(application\/(event-registry|rejections)|domain\/notifications|projections\/(accounts\/notifications|audit\/audit-events))\.ts$/,
  'domain/notifications.ts': /^(projections\/accounts\/notifications|infrastructure\/live\/topics)\.ts$/,
  'application/all.ts':
    /^(infrastructure\/(composition\/(application-services|scheduled-jobs)|docs-generator\/role-matrix|demo\/sandbox|live\/topics)|web\/api\/api-context)\.ts$/,
  'projections/all.ts': /^infrastructure\/composition\/readers\.ts$/,
  'web/api/routes.ts': /^(infrastructure\/composition\/garbo|web\/api\/server)\.ts$/,
  'web/contract/endpoints.ts': /^(web\/(api|app|contract\/outlines\.ts)|infrastructure\/docs-generator\/)/,
  'web/app/routes.tsx': /^web\/app\/(main|render)\.tsx$/,
}

/** What a context registers in its module: policies, which no other file may import, and e-mails, for its own context. */
export const policies = /^application\/.*\.policy\.ts$/
export const emails = /^application\/.*\/emails\.it\.ts$/

/** Files of `application/<context>` that files outside the contexts may import: modules, rule settings and ports. */
export const openToWiring =
  /\/(module|ports|notification-ports|rule-settings|lookups|rejections|auth-services|payout-services)\.ts$/

/**
 * The contexts known to each file outside them; registries know all. A new list of capabilities shows up here or
 * violates the architecture.
 */
export const contextsKnownTo: Readonly<Record<string, readonly (typeof contexts)[number][]>> = {
  'application/access.ts': ['sanctions'],
  'application/email.ts': ['accounts', 'ava', 'ratings'],
  'application/event-registry.ts': ['accounts'],
  'application/jobs.ts': ['accounts', 'audit', 'ava'],
  'application/notification-texts.ts': ['accounts'],
  'application/person.ts': ['accounts', 'sanctions'],
  'application/send-email.ts': ['accounts', 'reviews'],
  'application/policy-context.ts': ['accounts'],
  'application/use-case.ts': ['accounts', 'moderation', 'travel'],
  'infrastructure/composition/application-services.ts': [
    'accounts',
    'analytics',
    'ava',
    'ratings',
    'moderation',
    'travel',
  ],
  'infrastructure/composition/bootstrap.ts': ['accounts', 'audit', 'ava'],
  'infrastructure/composition/chain.ts': ['ava'],
  'infrastructure/composition/config.ts': ['audit', 'rewards'],
  'infrastructure/composition/external-services.ts': ['accounts', 'travel'],
  'infrastructure/composition/metrics.ts': ['audit'],
  'infrastructure/composition/garbo.ts': ['accounts', 'analytics', 'audit', 'moderation', 'reviews'],
  'infrastructure/composition/readers.ts': ['audit'],
  'infrastructure/composition/operator.ts': ['accounts'],
  'infrastructure/composition/server-context.ts': ['accounts', 'promotion'],
  'infrastructure/composition/settings.ts': ['audit'],
  'infrastructure/composition/site.ts': ['accounts'],
  'infrastructure/live/live-updates.ts': ['moderation'],
  'infrastructure/projections/fold.ts': ['privacy'],
  'infrastructure/redis/redis.ts': ['accounts'],
  'web/contract/endpoint.ts': ['audit'],
  'web/contract/fields.ts': ['accounts'],
  'web/api/api-context.ts': ['accounts', 'analytics', 'audit', 'ava', 'moderation', 'reviews', 'rewards', 'travel'],
  'web/api/platform.routes.ts': ['rewards'],
  'web/api/plugins/access-log.ts': ['audit'],
  'web/api/plugins/body-parsers.ts': ['accounts'],
  'web/api/plugins/rate-limits.ts': ['accounts'],
  'web/api/request.ts': ['accounts'],
  'web/api/server-context.ts': ['accounts', 'audit', 'promotion'],
  'web/app/components/address-autocomplete.tsx': ['travel'],
  'web/app/components/dispute-fields.tsx': ['reviews'],
  'web/app/components/rating-scores.tsx': ['ratings'],
  'web/app/render.tsx': ['accounts', 'reviews'],
  'web/app/shared/address-source.ts': ['accounts', 'travel'],
  'web/app/shared/dispute-feedback.ts': ['reviews'],
  'web/app/shared/referral.ts': ['promotion'],
  'web/app/shared/session.ts': ['accounts'],
}

/** Folders that combine contexts: pages and navigation, the demo, operator commands and generators. */
export const combinesContexts = /^(web\/app\/(pages|shell)|infrastructure\/(cli|demo|docs-generator|tooling))\//

/** Use cases that are wired individually, because no signed-in person or job sends them. */
export const wiredIndividually: Readonly<Record<string, readonly string[]>> = {
  'application/use-case.ts': ['application/moderation/case-dispatcher.ts'],
  'infrastructure/composition/application-services.ts': [
    'application/accounts/recovery.ts',
    'application/analytics/monthly-reports.ts',
    'application/ava/payouts.ts',
    'application/moderation/case-dispatcher.ts',
  ],
  'infrastructure/composition/server-context.ts': [
    'application/accounts/data-deletion-request.ts',
    'application/accounts/notifications.ts',
    'application/accounts/social-sign-in.ts',
    'application/promotion/affiliate.ts',
  ],
  'infrastructure/live/live-updates.ts': ['application/moderation/queue-changes.ts'],
}

/** The public file of each engine folder: everything else there is private to the folder. */
export const engines: Readonly<Record<string, string>> = {
  'infrastructure/event-store/memory': 'memory-event-store.ts',
  'infrastructure/event-store/postgres': 'postgres-event-store.ts',
  'infrastructure/event-store/eventstoredb': 'eventstoredb-event-store.ts',
  'infrastructure/event-store/snapshots': 'state-snapshots.ts',
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
