import { platformAuthenticatorIsAvailable } from '@simplewebauthn/browser'
import { useState } from 'react'
import { said } from '../../../shared/refused.ts'
import { useWrite } from '../../../shared/write.ts'
import { texts } from '../../../texts.ts'
import { isSupported } from './device.ts'

const { quick: words } = texts.biometrics

export interface Place {
  readonly insideApp: boolean
  readonly enrollLink: string | null
}

interface Outcome {
  readonly complaint?: string
  readonly message?: string
  readonly makesPasskey?: boolean
}

/** Off, or on for this device (S-08): the app takes over with a token, a browser makes a passkey. */
export const useQuickAccess = ({ insideApp, enrollLink }: Place) => {
  const [outcome, setOutcome] = useState<Outcome>({})
  const enroll = useWrite('enrollDevice', {
    onDone: ({ deviceToken }) => {
      if (enrollLink !== null && insideApp) location.assign(`${enrollLink}#${deviceToken}`)
      else setOutcome({ message: words.webHint, makesPasskey: true })
    },
    onRefused: (error) => setOutcome({ complaint: said(error, words.enableFailed) }),
  })
  const revoke = useWrite('revokeDevice', {
    refreshes: ['passkeys'],
    onDone: ({ message }) => setOutcome({ message }),
    onRefused: (error) => setOutcome({ complaint: said(error, words.disableFailed) }),
  })
  return {
    ...outcome,
    enabling: enroll.isPending,
    disabling: revoke.isPending,
    enable: async () => {
      const obstacle = insideApp ? appObstacle(enrollLink) : await webObstacle()
      if (obstacle === null) enroll.mutate({})
      else setOutcome({ complaint: obstacle })
    },
    disable: () => revoke.mutate({}),
  }
}

const appObstacle = (enrollLink: string | null) => (enrollLink === null ? words.unavailable : null)

/** T-122, T-123 */
const webObstacle = async () => {
  if (!isSupported()) return words.unavailableOnWeb
  return (await platformAuthenticatorIsAvailable()) ? null : words.unavailableHere
}
