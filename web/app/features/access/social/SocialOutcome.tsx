import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  isSocialRefusal,
  socialProvider,
  socialRefusals,
  type SocialProvider,
  type SocialRefusalCode,
} from '../../../../contract/social.ts'
import { FormAlert } from '../../../components/FormAlert.tsx'
import { Notice } from '../../../components/Notice.tsx'
import { showToast } from '../../../components/toast.ts'
import { texts } from '../../../texts.ts'

/** What came of a sign-in at somebody else's, when nobody came in. */
export function SocialOutcome() {
  const [asked] = useSearchParams()
  const unavailable = socialProvider.safeParse(asked.get('unavailable')).data
  const provider = socialProvider.safeParse(asked.get('provider')).data
  const reason = asked.get('refused')
  useEffect(() => {
    if (reason === 'SocialCancelled') showToast({ tone: 'bad', title: texts.social.cancelledTitle })
  }, [reason])
  if (unavailable !== undefined)
    return (
      <Notice>
        <p>{why('SocialUnavailable', unavailable)}</p>
      </Notice>
    )
  if (provider === undefined || !isSocialRefusal(reason)) return null
  return <FormAlert text={why(reason, provider)} />
}

const why = (reason: SocialRefusalCode, by: SocialProvider) => socialRefusals[reason](by)
