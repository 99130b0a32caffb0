import { registerBusiness, registerClient } from '../../../application/access/register.ts'
import { confirmByLink, resendCode, verifyEmail } from '../../../application/access/confirm-email.ts'
import { signIn } from '../../../application/access/sign-in.ts'
import { refuse, type Answer as Outcome } from '../../../application/use-case.ts'
import type { BusinessType } from '../../../domain/access/account/events.ts'
import { pipe, TE } from '../../../domain/kernel/fp.ts'
import type { Position } from '../../../domain/kernel/recorded.ts'
import { accountById } from '../../../projections/accounts.ts'
import { walletOf } from '../../../projections/wallets.ts'
import type { User } from '../../contract/access.ts'
import { calls } from '../../contract/calls.ts'
import { userAnswer } from '../answers/user.ts'
import { asked, readBack, type Hall } from '../hall.ts'
import { reading, route } from '../route.ts'

/** Registration, sign-in, confirmation (A-01..A-07). */
export const accountRoutes = (hall: Hall) => [
  reading(calls.currentUser, ({ person }) =>
    pipe(
      userOf(hall, person.accountId),
      TE.filterOrElse(
        (user) => user !== null,
        () => refuse({ type: 'NotSignedIn' }),
      ),
    ),
  ),

  route(calls.registerBusiness, ({ body, asker, signIn: begin }) => {
    const { theForkRating, ref, province, phone, businessPhoto, businessType, ...rest } = body
    const business = {
      ...rest,
      businessType: businessType as BusinessType,
      phone: phone ?? null,
      province: province ?? null,
      businessPhoto: businessPhoto ?? null,
      theForkTenths: typeof theForkRating === 'number' ? Math.round(theForkRating * 10) : null,
      referral: ref ?? null,
    }
    return pipe(
      registerBusiness(hall.doors)(business, asker.correlationId),
      TE.flatMap(({ accountId, position }) => signedIn(hall, accountId, position, begin)),
      TE.map(({ user, position }) => ({ answer: { user }, position })),
    )
  }),

  route(calls.registerClient, ({ body, asker }) => {
    const { ref, ...client } = body
    return pipe(
      registerClient(hall.doors)({ ...client, referral: ref ?? null }, asker.correlationId),
      TE.map(({ clientId, position }) => ({ answer: { clientId: clientId ?? '' }, position })),
    )
  }),

  route(calls.login, ({ body, source, asker, signIn: begin }) =>
    pipe(
      signIn(hall.doors)(
        { kind: 'business', name: body.username, password: body.password, source },
        asker.correlationId,
      ),
      TE.flatMap(({ accountId }) => signedIn(hall, accountId, null, begin)),
      TE.map(({ user }) => ({ answer: { user } })),
    ),
  ),

  route(calls.loginClient, ({ body, source, asker, signIn: begin }) =>
    pipe(
      signIn(hall.doors)({ kind: 'client', name: body.email, password: body.password, source }, asker.correlationId),
      TE.flatMapTask(({ accountId, clientId, emailConfirmed }) => async () => {
        await begin(accountId)
        // no passkeys can be registered yet, so none is offered
        return { answer: { showBiometricOption: false, clientId: clientId ?? '', emailVerified: emailConfirmed } }
      }),
    ),
  ),

  route(calls.verifyEmail, ({ body, asker, signIn: begin }) =>
    pipe(
      verifyEmail(hall.doors)({ clientId: body.clientId, code: body.verificationCode }, asker.correlationId),
      TE.flatMapTask(({ accountId, position }) => async () => {
        await begin(accountId)
        return { answer: undefined, position }
      }),
    ),
  ),

  route(calls.resendVerification, ({ body, person, asker }) => {
    const whose = body.clientId === undefined ? person && { accountId: person.accountId } : { clientId: body.clientId }
    return pipe(
      whose === null ? TE.right(undefined) : resendCode(hall.doors)(whose, asker.correlationId),
      TE.map(() => ({ answer: undefined })),
    )
  }),

  route(calls.confirmEmail, ({ body, asker }) =>
    pipe(
      confirmByLink(hall.doors)(body, asker.correlationId),
      TE.map(({ position }) => ({ answer: undefined, position })),
    ),
  ),

  reading(calls.devOutbox, ({ query }) =>
    asked(async () => ({ messages: [...((await hall.outbox?.(query.to ?? undefined)) ?? [])] })),
  ),
]

const userOf = (hall: Hall, accountId: string): Outcome<User | null> =>
  asked(async () => {
    const [account, wallet] = await Promise.all([accountById(hall.db, accountId), walletOf(hall.db, accountId)])
    return account && userAnswer(account, wallet.ratingsGiven)
  })

const signedIn = (
  hall: Hall,
  accountId: string,
  position: Position | null,
  begin: (accountId: string) => Promise<void>,
): Outcome<{ readonly user: User; readonly position: Position | null }> =>
  pipe(
    readBack(hall, position, () => accountById(hall.db, accountId)),
    TE.flatMap((account) =>
      asked(async () => {
        await begin(accountId)
        const { ratingsGiven } = await walletOf(hall.db, accountId)
        return { user: userAnswer(account, ratingsGiven), position }
      }),
    ),
  )
