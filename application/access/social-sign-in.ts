import type { SocialProvider } from '../../domain/access/account/social-events.ts'
import { pipe, TE } from '../../domain/kernel/fp.ts'
import type { FacebookToken, IdentityProvider, ProviderFailure, SocialFlow, SocialProfile } from '../ports/social.ts'
import { refuse, type Answer, type AppFailure } from '../use-case.ts'
import type { DoorCase, Doors } from './doors.ts'
import { admitIdentity, type SocialSignIn } from './social-identity.ts'

export interface Begin extends SocialFlow {
  /** Names the browser it is begun in; only there it can end. */
  readonly browser: string
}

export interface Finish {
  readonly provider: SocialProvider
  readonly browser: string
  readonly returned: URLSearchParams
}

/** What came of it, and whether it was begun in the app: a refusal must lead back there too. */
export interface Finished {
  readonly app: boolean
  readonly outcome: Answer<SocialSignIn>
}

/** where to send the browser. */
export const beginSocialSignIn: DoorCase<Begin, URL> =
  (doors) =>
  ({ provider, app, browser }) =>
    pipe(
      providerOf(doors, provider),
      TE.flatMap((at) =>
        pipe(
          doors.socialFlows.open({ provider, app }, browser, doors.clock()),
          TE.flatMap((ceremony) => pipe(at.begin(ceremony), TE.mapLeft(asFailure(provider)))),
        ),
      ),
    )

/** What came back is looked at once: right or wrong, the same answer opens nothing a second time. */
export const finishSocialSignIn: DoorCase<Finish, Finished> =
  (doors) =>
  ({ provider, browser, returned }, correlationId) =>
    pipe(
      providerOf(doors, provider),
      TE.flatMap((at) =>
        pipe(
          doors.socialFlows.take(provider, returned.get('state') ?? '', browser, doors.clock()),
          TE.map((flow): Finished => {
            if (flow === null) return { app: false, outcome: TE.left(refuse({ type: 'SocialRefused', provider })) }
            const redeemed = pipe(at.redeem(flow.ceremony, returned), TE.mapLeft(asFailure(provider)))
            return { app: flow.app, outcome: pipe(redeemed, TE.flatMap(admit(doors, provider, correlationId))) }
          }),
        ),
      ),
    )

/** what the browser says of the person counts for nothing; Facebook is asked. */
export const signInByFacebookToken: DoorCase<FacebookToken, SocialSignIn> = (doors) => (token, correlationId) => {
  const { facebook } = doors.socialProviders
  if (facebook === null) return TE.left(refuse({ type: 'SocialUnavailable', provider: 'facebook' }))
  return pipe(
    facebook.redeemToken(token),
    TE.mapLeft(asFailure('facebook')),
    TE.flatMap(admit(doors, 'facebook', correlationId)),
  )
}

const admit =
  (doors: Doors, provider: SocialProvider, correlationId: string) =>
  (profile: SocialProfile): Answer<SocialSignIn> =>
    admitIdentity(doors)({ provider, profile }, correlationId)

const providerOf = ({ socialProviders }: Doors, provider: SocialProvider): Answer<IdentityProvider> => {
  const found = socialProviders[provider]
  return found === null ? TE.left(refuse({ type: 'SocialUnavailable', provider })) : TE.right(found)
}

const asFailure =
  (provider: SocialProvider) =>
  ({ type }: ProviderFailure): AppFailure => {
    if (type === 'cancelled') return refuse({ type: 'SocialCancelled', provider })
    return refuse({ type: type === 'unreachable' ? 'SocialUnreachable' : 'SocialRefused', provider })
  }
