import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'
import { Card } from '../../components/Card.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { Screen } from '../../components/Screen.tsx'
import { texts } from '../../texts.ts'
import { ProfileForm } from './ProfileForm.tsx'
import { ownProfile } from './profile.queries.ts'

const { profile: words } = texts

/** */
export function EditProfileScreen() {
  const profile = useQuery(ownProfile)
  const navigate = useNavigate()
  const back = () => void navigate('/profile')
  return (
    <Screen title={words.editTitle} narrow>
      <Card>
        <Loaded query={profile}>{(data) => <ProfileForm profile={data} onSaved={back} onCancel={back} />}</Loaded>
      </Card>
    </Screen>
  )
}
