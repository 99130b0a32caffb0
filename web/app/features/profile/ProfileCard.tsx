import { useQuery } from '@tanstack/react-query'
import { Card } from '../../components/Card.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { useUser } from '../../shared/session.ts'
import { texts } from '../../texts.ts'
import { EditDialog } from './EditDialog.tsx'
import { FactList } from './FactList.tsx'
import { factsOf } from './facts.ts'
import { ownProfile } from './profile.queries.ts'

const { profile: words } = texts

/** */
export function ProfileCard() {
  const user = useUser()
  const profile = useQuery(ownProfile)
  return (
    <Card title={words.cardTitle} action={<EditDialog label={words.edit} title={words.editDialog} />}>
      <Loaded query={profile}>{(data) => <FactList facts={factsOf(data, user)} />}</Loaded>
    </Card>
  )
}
