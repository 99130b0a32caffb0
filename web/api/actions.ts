import { accessRejection } from '../../application/access.ts'
import type { Person } from '../../application/person.ts'
import type { AnyRejection } from '../../application/rejections.ts'
import type { Action } from '../contract/action.ts'
import { problemOfRejection } from './errors.ts'

/**
 * Describes a command to the viewer of a resource. `rejection` must come from the function that the decider uses, so that
 * the command is offered if and only if it would be accepted. The command itself decides again.
 */
export const actionResponse = (
  { access }: { readonly access: Parameters<typeof accessRejection>[0] },
  person: Person | null,
  rejection: AnyRejection | null,
): Action => {
  const reason = accessRejection(access, person) ?? rejection
  if (reason === null) return { allowed: true, code: null, message: null }
  const { code, message } = problemOfRejection(reason).problem
  return { allowed: false, code, message }
}
