import { useQuery } from '@tanstack/react-query'
import { DefinitionList } from '../components/definition-list.tsx'
import type { User } from '../../contract/accounts/authentication.ts'
import type { OwnProfile } from '../../contract/accounts/profile.ts'
import { LinkButton } from '../components/buttons.tsx'
import { Avatar, Badge, Card, CoverImage } from '../components/data-display.tsx'
import { QueryView } from '../components/feedback.tsx'
import { PageLayout } from '../components/page-layout.tsx'
import { profileDetailsOf } from '../features/accounts/profile/own-profile.tsx'
import { ownProfileQuery } from '../features/accounts/profile/queries.ts'
import { ConfirmNewEmailCard, PreferencesCard } from '../features/accounts/profile/ProfileCards.tsx'
import { AccessLogCard } from '../features/audit/AccessLogCard.tsx'
import { DangerZone } from '../features/privacy/DangerZone.tsx'
import { useUser } from '../shared/session.ts'
import { profileTexts } from '../features/accounts/profile/texts.ts'
import { sanctionTexts } from '../features/sanctions/texts.ts'
import { shellTexts } from '../texts.ts'

/** @rule R-85 profile page */
export function ProfilePage() {
  const user = useUser()
  const profile = useQuery(ownProfileQuery)
  return (
    <PageLayout title={profileTexts.title} intro={profileTexts.intro}>
      <QueryView query={profile}>{(data) => <ProfileSections profile={data} user={user} />}</QueryView>
    </PageLayout>
  )
}

interface ProfileSectionsProps {
  readonly profile: OwnProfile
  readonly user: User
}

function ProfileSections({ profile, user }: ProfileSectionsProps) {
  const { waitingEmail } = profile
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
      <div className="grid min-w-0 gap-6">
        {waitingEmail !== null && <ConfirmNewEmailCard email={waitingEmail} />}
        <Card title={profileTexts.account}>
          <p className="mb-4 flex flex-wrap gap-1.5">
            <Badge tone="good">{user.role === 'CLIENTE' ? shellTexts.roleClient : shellTexts.roleBusiness}</Badge>
          </p>
          <EmailAddress user={user} />
          <DefinitionList facts={profileDetailsOf(profile, user)} />
        </Card>
        <PreferencesCard profile={profile} />
      </div>
      <div className="grid min-w-0 gap-6">
        <PhotosCard profile={profile} user={user} />
        <Card title={profileTexts.actions}>
          <div className="flex flex-wrap gap-3">
            <LinkButton to="/profile/edit">{profileTexts.edit}</LinkButton>
            <LinkButton to="/dashboard" variant="secondary">
              {profileTexts.dashboard}
            </LinkButton>
            <LinkButton to="/sanctions" variant="secondary">
              {sanctionTexts.title}
            </LinkButton>
          </div>
        </Card>
        <AccessLogCard />
        <DangerZone />
      </div>
    </div>
  )
}

function EmailAddress({ user: { email, emailVerified } }: Pick<ProfileSectionsProps, 'user'>) {
  return (
    <p className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="text-sm text-muted">{profileTexts.email}</span>
      <span className="min-w-0 break-words">{email}</span>
      <Badge tone={emailVerified ? 'good' : 'gold'}>
        {emailVerified ? profileTexts.confirmed : profileTexts.unconfirmed}
      </Badge>
    </p>
  )
}

function PhotosCard({ profile: { profilePhoto, businessPhoto }, user }: ProfileSectionsProps) {
  return (
    <Card
      title={profileTexts.photos}
      action={
        <LinkButton to="/profile/photo" variant="secondary" small>
          {profileTexts.changePhoto}
        </LinkButton>
      }
    >
      <div className="grid gap-4">
        <p className="flex items-center gap-3">
          <Avatar name={user.displayName} photo={profilePhoto} />
          {profileTexts.profilePhoto}
        </p>
        {user.role === 'ESERCENTE' && businessPhoto !== null && (
          <div className="grid gap-1.5">
            <p className="text-sm text-muted">{profileTexts.businessPhoto}</p>
            <CoverImage src={businessPhoto} />
          </div>
        )}
        {profilePhoto === null && <p className="text-sm text-muted">{profileTexts.noPhoto}</p>}
      </div>
    </Card>
  )
}
