import { useQuery } from '@tanstack/react-query'
import { LinkButton } from '../../../components/buttons.tsx'
import { Notice } from '../../../components/feedback.tsx'
import { ownProfileQuery } from './queries.ts'
import { profileTexts } from './texts.ts'

/** @rule Q-41 an incomplete profile shows a notice, without redirecting to the setup */
export function IncompleteProfileNotice() {
  const { data } = useQuery(ownProfileQuery)
  if (data?.complete !== false) return null
  return (
    <Notice>
      <p>{profileTexts.setup.banner}</p>
      <p>
        <LinkButton to="/profile/setup">{profileTexts.setup.toSetup}</LinkButton>
      </p>
    </Notice>
  )
}
