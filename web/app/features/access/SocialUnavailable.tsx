import { useSearchParams } from 'react-router-dom'
import { Notice } from '../../components/Notice.tsx'
import { texts } from '../../texts.ts'

const { providers, socialUnavailable } = texts.access

/** the server could not begin a sign-in at somebody else's. */
export function SocialUnavailable() {
  const [asked] = useSearchParams()
  const named = asked.get('unavailable')
  if (named !== 'google' && named !== 'facebook') return null
  return (
    <Notice>
      <p>{socialUnavailable(providers[named])}</p>
    </Notice>
  )
}
