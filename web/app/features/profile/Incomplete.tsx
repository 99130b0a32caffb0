import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '../../components/LinkButton.tsx'
import { Notice } from '../../components/Notice.tsx'
import { texts } from '../../texts.ts'
import { ownProfile } from './profile.queries.ts'

const { setup: words } = texts.profile

/** nobody is sent to the wizard, but everybody is told. */
export function Incomplete() {
  const { data } = useQuery(ownProfile)
  if (data?.complete !== false) return null
  return (
    <Notice>
      <p>{words.banner}</p>
      <p>
        <LinkButton to="/profile/setup">{words.toSetup}</LinkButton>
      </p>
    </Notice>
  )
}
