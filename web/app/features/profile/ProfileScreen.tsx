import { useQuery } from '@tanstack/react-query'
import type { User } from '../../../contract/user.ts'
import type { OwnProfile } from '../../../contract/profile.ts'
import { Badge } from '../../components/Badge.tsx'
import { Card } from '../../components/Card.tsx'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Picture } from '../../components/Picture.tsx'
import { Portrait } from '../../components/Portrait.tsx'
import { Screen } from '../../components/Screen.tsx'
import { useUser } from '../../shared/session.ts'
import { texts } from '../../texts.ts'
import { ConfirmNewEmail } from './ConfirmNewEmail.tsx'
import { DangerZone } from './deletion/DangerZone.tsx'
import { FactList } from './FactList.tsx'
import { factsOf } from './facts.ts'
import { Preferences } from './Preferences.tsx'
import { ownProfile } from './profile.queries.ts'

const { profile: words, shell } = texts

/** */
export function ProfileScreen() {
  const user = useUser()
  const profile = useQuery(ownProfile)
  return (
    <Screen title={words.title} intro={words.intro}>
      <Loaded query={profile}>{(data) => <Ready profile={data} user={user} />}</Loaded>
    </Screen>
  )
}

interface ReadyProps {
  readonly profile: OwnProfile
  readonly user: User
}

function Ready({ profile, user }: ReadyProps) {
  const { waitingEmail } = profile
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <div className="grid min-w-0 gap-6">
        {waitingEmail !== null && <ConfirmNewEmail email={waitingEmail} />}
        <Card title={words.account}>
          <p className="mb-4 flex flex-wrap gap-1.5">
            <Badge tone="good">{user.role === 'CLIENTE' ? shell.roleClient : shell.roleBusiness}</Badge>
          </p>
          <Address user={user} />
          <FactList facts={factsOf(profile, user)} />
        </Card>
        <Preferences profile={profile} />
      </div>
      <div className="grid min-w-0 gap-6">
        <Photos profile={profile} user={user} />
        <Card title={words.actions}>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/profile/edit">{words.edit}</LinkButton>
            <LinkButton to="/dashboard" look="secondary">
              {words.dashboard}
            </LinkButton>
            <LinkButton to="/sanctions" look="secondary">
              {texts.conduct.place}
            </LinkButton>
          </div>
        </Card>
        <DangerZone />
      </div>
    </div>
  )
}

function Address({ user: { email, emailVerified } }: Pick<ReadyProps, 'user'>) {
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-sm text-muted">{words.email}</span>
      <span className="min-w-0 break-words">{email}</span>
      <Badge tone={emailVerified ? 'good' : 'gold'}>{emailVerified ? words.confirmed : words.unconfirmed}</Badge>
    </p>
  )
}

function Photos({ profile: { profilePhoto, businessPhoto }, user }: ReadyProps) {
  return (
    <Card
      title={words.photos}
      action={
        <LinkButton to="/profile/photo" look="secondary" small>
          {words.changePhoto}
        </LinkButton>
      }
    >
      <div className="grid gap-4">
        <p className="flex items-center gap-3">
          <Portrait name={user.displayName} photo={profilePhoto} />
          {words.profilePhoto}
        </p>
        {user.role === 'ESERCENTE' && businessPhoto !== null && (
          <div className="grid gap-1.5">
            <p className="text-sm text-muted">{words.businessPhoto}</p>
            <Picture src={businessPhoto} />
          </div>
        )}
        {profilePhoto === null && <p className="text-sm text-muted">{words.noPhoto}</p>}
      </div>
    </Card>
  )
}
