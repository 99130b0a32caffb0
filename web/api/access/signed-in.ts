import type { Answer as Outcome } from '../../../application/use-case.ts'
import { personIn } from '../../../application/access/doors.ts'
import { E, pipe, TE } from '../../../domain/kernel/fp.ts'
import type { Position } from '../../../domain/kernel/recorded.ts'
import { accountById } from '../../../projections/accounts.ts'
import { walletOf } from '../../../projections/wallets.ts'
import type { User } from '../../contract/user.ts'
import { userAnswer } from '../answers/user.ts'
import { asked, readBack, type Hall } from '../hall.ts'

export const userOf = (hall: Hall, accountId: string): Outcome<User | null> =>
  asked(async () => {
    const [account, wallet] = await Promise.all([accountById(hall.db, accountId), walletOf(hall.db, accountId)])
    return account && { ...userAnswer(account, wallet.ratingsGiven), ...(await suspended(hall, accountId)) }
  })

/** Said only while it is so. */
const suspended = async (hall: Hall, accountId: string): Promise<Pick<User, 'suspended'>> => {
  const person = await personIn(hall.doors, accountId)()
  if (E.isLeft(person)) throw new Error('Who this is cannot be read now', { cause: person.left })
  const { suspension = null } = person.right ?? {}
  return suspension === null ? {} : { suspended: { until: suspension.until } }
}

/** Said only while it is so: staff without a passkey shown. */
export const passkeyDue = (due: boolean): Pick<User, 'secondFactorDue'> => (due ? { secondFactorDue: true } : {})

type Begin = (accountId: string) => Promise<void>

export const signedIn = (
  hall: Hall,
  accountId: string,
  position: Position | null,
  begin: Begin,
  strong = false,
): Outcome<{ readonly user: User; readonly position: Position | null }> =>
  pipe(
    readBack(hall, position, () => accountById(hall.db, accountId)),
    TE.tapTask(() => () => begin(accountId)),
    TE.flatMap((account) =>
      asked(async () => {
        const { ratingsGiven } = await walletOf(hall.db, accountId)
        const due = hall.staffSecondFactor && account.roles.length > 0 && !strong
        const user = { ...userAnswer(account, ratingsGiven), ...(await suspended(hall, accountId)), ...passkeyDue(due) }
        return { user, position }
      }),
    ),
  )

/** Said only while it is so: a temporary password must be changed first. */
export const duty = (mustChangePassword: boolean): { readonly mustChangePassword?: true } =>
  mustChangePassword ? { mustChangePassword } : {}

interface WithDuty {
  readonly accountId: string
  readonly mustChangePassword: boolean
  readonly strong?: boolean
}

/** The same, telling at once of the duty there may be. */
export const signedInWithDuty = (
  hall: Hall,
  { accountId, mustChangePassword, strong }: WithDuty,
  begin: (accountId: string, credential?: string, strong?: boolean) => Promise<void>,
) =>
  pipe(
    signedIn(hall, accountId, null, (whose) => begin(whose, undefined, strong), strong),
    TE.map(({ user }) => {
      const due = duty(mustChangePassword)
      return { user: { ...user, ...due }, ...due }
    }),
  )
