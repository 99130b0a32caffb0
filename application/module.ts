import type { EmailTemplates } from './email.ts'
import type { AnyPolicy } from './policy.ts'
import type { PolicyContext } from './policy-context.ts'
import type { Command } from './use-case.ts'

/** Everything a context offers. Listing an item here is its only registration. */
export interface Module {
  /** Commands with access rules, named like the API call that sends them. */
  readonly commands: Readonly<Record<string, Command<never, unknown>>>
  /** Policies, in the order in which they react to the same event. */
  readonly policies: readonly ((context: PolicyContext) => AnyPolicy)[]
  readonly emails: EmailTemplates
}

export const defineModule = <const M extends Module>(module: M): M => module
