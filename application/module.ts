import type { EmailTemplates } from './email.ts'
import type { JobQueue, ScheduledTask } from './jobs.ts'
import type { NotificationTexts } from './notification-texts.ts'
import type { PolicyContext } from './policy-context.ts'
import type { AnyPolicy } from './policy.ts'
import type { UseCaseWithAccess } from './use-case.ts'

/** Everything a context offers. A new use case, policy, e-mail or job is listed in the module of its context only. */
export interface Module {
  /** Use cases of signed-in people with their access rules, named like the API call that runs them, unless one call runs several. */
  readonly useCases: Readonly<Record<string, UseCaseWithAccess<never, unknown>>>
  /** Policies, in the order in which they react to the same event in a dry run. */
  readonly policies: readonly ((context: PolicyContext) => AnyPolicy)[]
  /** E-mail templates by job name. */
  readonly emails: EmailTemplates
  /** What notifications say, by type of event. */
  readonly notificationTexts?: NotificationTexts
  /** Whose open screens refetch what after an event. */
  readonly liveTopics: Readonly<Record<string, unknown>>
  /** Work that runs at fixed times, by job name. Job names are stored: never rename them. */
  readonly schedule?: Readonly<Record<string, ScheduledTask>>
  /** Job queues, by name. Queue names are stored: never rename them. */
  readonly queues?: Readonly<Record<string, JobQueue>>
}

export const defineModule = <const M extends Module>(module: M): M => module
