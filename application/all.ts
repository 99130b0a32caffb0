import { accounts } from './accounts/module.ts'
import { audit } from './audit/module.ts'
import { ava } from './ava/module.ts'
import type { EmailTemplates } from './email.ts'
import type { DomainEvent } from './event-registry.ts'
import type { JobQueue, ScheduledCommand } from './jobs.ts'
import type { LiveTopics } from './live-topics.ts'
import { moderation } from './moderation/module.ts'
import type { Module } from './module.ts'
import type { AnyPolicy } from './policy.ts'
import type { PolicyContext } from './policy-context.ts'
import { privacy } from './privacy/module.ts'
import { promotion } from './promotion/module.ts'
import { ratings } from './ratings/module.ts'
import { reviews } from './reviews/module.ts'
import { rewards } from './rewards/module.ts'
import { sanctions } from './sanctions/module.ts'
import { travel } from './travel/module.ts'
import { guard, type UseCaseWithAccess, type Guarded, type Services } from './use-case.ts'

/**
 * Contexts in the order in which their policies react to the same event: the effects of a review come before the cases
 * and sanctions it causes. The order decides which event comes first in the log, and drafts of reversal plans are
 * compared by it.
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
  audit,
] as const

/** @rule P-10 every command of a signed-in person with its access rule */
export const commands = {
  ...reviews.commands,
  ...ratings.commands,
  ...rewards.commands,
  ...ava.commands,
  ...moderation.commands,
  ...sanctions.commands,
  ...accounts.commands,
  ...privacy.commands,
  ...promotion.commands,
  ...travel.commands,
  ...audit.commands,
}

/** Commands with their access rules applied. */
export type Commands = { readonly [Name in keyof typeof commands]: Guarded<(typeof commands)[Name]['run']> }

export const guardCommands = (services: Services): Commands =>
  Object.fromEntries(
    Object.entries<UseCaseWithAccess<never, unknown>>(commands).map(([name, command]) => [
      name,
      guard(services)(command),
    ]),
  ) as unknown as Commands

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
  ...audit.liveTopics,
}

/** E-mail templates by job name. */
export const emailTemplates: EmailTemplates = merge(modules.map(({ emails }) => emails))

/** Commands that run at fixed times, by job name. */
export const schedule = merge<ScheduledCommand>(modules.map((module: Module) => module.schedule ?? {}))

/** Job queues of all contexts, by name. */
export const jobQueues = merge<JobQueue>(modules.map((module: Module) => module.queues ?? {}))
