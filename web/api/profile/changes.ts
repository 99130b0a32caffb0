import type { Asker, Person } from '../../../application/person.ts'
import { refuse, type Answer } from '../../../application/use-case.ts'
import type { BusinessDetails, ClientDetails } from '../../../domain/access/account/profile.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import type { Position } from '../../../domain/kernel/recorded.ts'
import type { Received } from '../../contract/call.ts'
import type { calls } from '../../contract/calls.ts'
import type { Hall } from '../hall.ts'

export type Changes = Omit<Received<typeof calls.updateProfile, 'body'>, 'email' | 'password'>

/** Before anything is done: each side has its own fields, and names none of the other's. */
export const areOwn = ({ kind }: Person, changes: Changes): Answer<void> => {
  const forBusiness = has(businessChanges(changes))
  const forClient = has(clientChanges(changes)) || changes.photoConsent !== undefined
  if (kind === 'client' && forBusiness) return TE.left(refuse({ type: 'Forbidden', needs: 'business' }))
  if (kind === 'business' && forClient) return TE.left(refuse({ type: 'Forbidden', needs: 'client' }))
  return TE.right(undefined)
}

/** One write after the other, each its own; where the last of them stands. */
export const editProfile = (hall: Hall, asker: Asker, changes: Changes): Answer<Position | null> => {
  const { ask } = hall
  const { photoConsent, preferences } = changes
  const shared = sharedChanges(changes)
  const writes = [
    asker.person?.kind === 'business'
      ? ask.editBusinessProfile(asker, { ...businessChanges(changes), ...shared })
      : ask.editClientProfile(asker, { ...clientChanges(changes), ...shared }),
    ...(photoConsent === undefined ? [] : [ask.setPhotoConsent(asker, photoConsent)]),
    ...(preferences === undefined ? [] : [ask.setPreferences(asker, preferences)]),
  ]
  return pipe(
    TE.sequenceSeqArray(writes),
    TE.map((positions) => positions.findLast((position) => position !== null) ?? null),
  )
}

const has = (changes: object) => Object.keys(changes).length > 0

type BusinessOnly = Pick<
  Changes,
  'businessName' | 'businessType' | 'location' | 'province' | 'theForkRating' | 'businessPhoto'
>

export const businessChanges = (changes: Partial<BusinessOnly>): Partial<BusinessDetails> => {
  const { location, theForkRating } = changes
  return {
    ...named(changes, ['businessName', 'businessType', 'province', 'businessPhoto']),
    ...(location === undefined ? {} : { location: location ?? '' }),
    ...(theForkRating === undefined ? {} : { theForkTenths: theForkRating && Math.round(theForkRating * 10) }),
  }
}

const clientChanges = (changes: Changes): Partial<ClientDetails> =>
  named(changes, ['firstName', 'lastName', 'age', 'residence', 'travelType'])

export const sharedChanges = (changes: Pick<Changes, 'phone' | 'profilePhoto'>) =>
  named(changes, ['phone', 'profilePhoto'])

type Named<Values, Name extends keyof Values> = { readonly [N in Name]?: Exclude<Values[N], undefined> }

/** Of these fields, those that were sent. */
const named = <Values extends object, const Name extends keyof Values>(values: Values, names: readonly Name[]) =>
  Object.fromEntries(names.flatMap((name) => (values[name] === undefined ? [] : [[name, values[name]]]))) as Named<
    Values,
    Name
  >
