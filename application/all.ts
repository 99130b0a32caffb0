import { accounts } from './accounts/module.ts'
import { analytics } from './analytics/module.ts'
import { audit } from './audit/module.ts'
import { ava } from './ava/module.ts'
import type { EmailTemplates } from './email.ts'
import type { DomainEvent } from './event-registry.ts'
import type { JobQueue, ScheduledTask } from './jobs.ts'
import type { LiveTopics } from './live-topics.ts'
import { moderation } from './moderation/module.ts'
import type { Module } from './module.ts'
import type { NotificationTexts } from './notification-texts.ts'
import type { AnyPolicy } from './policy.ts'
import type { PolicyContext } from './policy-context.ts'
import { privacy } from './privacy/module.ts'
import { promotion } from './promotion/module.ts'
import { ratings } from './ratings/module.ts'
import { reviews } from './reviews/module.ts'
import { rewards } from './rewards/module.ts'
import { sanctions } from './sanctions/module.ts'
import { support } from './support/module.ts'
import { travel } from './travel/module.ts'
import { guard, type UseCaseWithAccess, type Guarded, type Services } from './use-case.ts'

/**
 * Contexts in the order in which their policies react to the same event in a dry run: what a review changes (scores,
 * rewards, AVA) comes before the cases and sanctions it causes. Drafts of reversal plans are compared in this order.
 * Within a request, the policies react concurrently.
 */
export const modules = [
  reviews,
  ratings,
  rewards,
  ava,
  moderation,
  sanctions,
  accounts,
  privacy,
  promotion,
  travel,
  support,
  audit,
  analytics,
] as const

/** @rule P-10 every use case of a signed-in person with its access rule */
export const useCases = {
  ...reviews.useCases,
  ...ratings.useCases,
  ...rewards.useCases,
  ...ava.useCases,
  ...moderation.useCases,
  ...sanctions.useCases,
  ...accounts.useCases,
  ...privacy.useCases,
  ...promotion.useCases,
  ...travel.useCases,
  ...support.useCases,
  ...audit.useCases,
  ...analytics.useCases,
}

/** Use cases with their access rules applied. */
export type UseCases = { readonly [Name in keyof typeof useCases]: Guarded<(typeof useCases)[Name]['run']> }

export const guardUseCases = (services: Services): UseCases =>
  Object.fromEntries(
    Object.entries<UseCaseWithAccess<never, unknown>>(useCases).map(([name, useCase]) => [
      name,
      guard(services)(useCase),
    ]),
  ) as unknown as UseCases

export const policies = (context: PolicyContext): readonly AnyPolicy[] =>
  modules.flatMap((module): readonly AnyPolicy[] => module.policies.map((policy) => policy(context)))

const merge = <A>(records: readonly Readonly<Record<string, A>>[]): Readonly<Record<string, A>> =>
  Object.assign({}, ...records) as Readonly<Record<string, A>>

export const liveTopics: LiveTopics<DomainEvent> = {
  ...reviews.liveTopics,
  ...ratings.liveTopics,
  ...rewards.liveTopics,
  ...ava.liveTopics,
  ...moderation.liveTopics,
  ...sanctions.liveTopics,
  ...accounts.liveTopics,
  ...privacy.liveTopics,
  ...promotion.liveTopics,
  ...travel.liveTopics,
  ...support.liveTopics,
  ...audit.liveTopics,
  ...analytics.liveTopics,
}

/** E-mail templates by job name. */
export const emailTemplates: EmailTemplates = merge(modules.map(({ emails }) => emails))

/** What notifications say, by type of event. */
export const notificationTexts: Partial<NotificationTexts> = Object.assign(
  {},
  ...modules.map((module: Module) => module.notificationTexts ?? {}),
) as Partial<NotificationTexts>

/** Work that runs at fixed times, by job name. */
export const schedule = merge<ScheduledTask>(modules.map((module: Module) => module.schedule ?? {}))

/** Job queues of all contexts, by name. */
export const jobQueues = merge<JobQueue>(modules.map((module: Module) => module.queues ?? {}))
