import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { socialRefusals } from '../../../../contract/social.ts'
import { complain, showToast } from '../../../components/toast.ts'
import { said } from '../../../shared/refused.ts'
import { useEnter } from '../../../shared/session.ts'
import { useWrite } from '../../../shared/write.ts'
import { texts } from '../../../texts.ts'
import { askFacebook, loadFacebook } from './facebook-sdk.ts'
import { socialWays } from './social.queries.ts'

const cancelled = socialRefusals.SocialCancelled('facebook')
const failed = socialRefusals.SocialRefused('facebook')
/** Long enough to read why. */
const readingMs = 3_000
const toItsPage = () => location.assign('/api/auth/facebook')

/** S-06, Q-28: idle, under way, failed (then on to Facebook's own page), cancelled (then nothing). */
export const useFacebook = () => {
  const { data: ways } = useQuery(socialWays)
  const enter = useEnter()
  const [busy, setBusy] = useState(false)
  const [complaint, setComplaint] = useState<string>()
  const send = useWrite('loginByFacebookToken', {
    onDone: ({ user }) => void enter('/dashboard', user),
    onRefused: (error) => {
      const why = said(error, failed)
      setComplaint(why)
      complain(why)
      setTimeout(toItsPage, readingMs)
    },
  })
  return {
    pending: busy || send.isPending,
    complaint,
    login: async () => {
      setComplaint(undefined)
      setBusy(true)
      const script = ways?.facebook ? await loadFacebook(ways.facebook) : null
      if (script === null) return toItsPage()
      const { authResponse } = await askFacebook(script)
      setBusy(false)
      if (authResponse === null) {
        setComplaint(cancelled)
        return showToast({ tone: 'bad', title: texts.social.cancelledTitle })
      }
      const { accessToken, userID, signedRequest } = authResponse
      send.mutate({ body: { accessToken, userID, ...(signedRequest === undefined ? {} : { signedRequest }) } })
    },
  }
}
