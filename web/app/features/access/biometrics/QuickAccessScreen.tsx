import { Card } from '../../../components/Card.tsx'
import { Screen } from '../../../components/Screen.tsx'
import { Skeleton } from '../../../components/Skeleton.tsx'
import { useSession } from '../../../shared/session.ts'
import { texts } from '../../../texts.ts'
import { useSurroundings } from './device.ts'
import { OwnSessions } from '../sessions/OwnSessions.tsx'
import { OwnPasskeys } from './OwnPasskeys.tsx'
import { QuickAccess } from './QuickAccess.tsx'

const { quick: words } = texts.biometrics

/** Quick access of this device, and all passkeys of the account. */
export function QuickAccessScreen() {
  const { data: user } = useSession()
  const where = useSurroundings()
  if (where === null) return <Skeleton />
  return (
    <Screen title={words.title} intro={words.intro[where.insideApp ? 'app' : 'web']} narrow>
      <QuickAccess user={user ?? null} {...where} />
      {user && (
        <>
          <Card title={words.own}>
            <OwnPasskeys />
          </Card>
          <Card title={texts.sessions.title}>
            <OwnSessions />
          </Card>
        </>
      )}
    </Screen>
  )
}
