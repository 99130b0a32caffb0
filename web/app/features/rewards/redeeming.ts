import { complain, showToast } from '../../components/toast.ts'
import { said, type Refused } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'

const { rewards: words } = texts

/** A code is spent once: asked twice, done once. */
export const useRedeeming = (onDone: () => void, onRefused?: (error: Refused) => void) =>
  useWrite('redeemReward', {
    refreshes: ['rewards'],
    onDone: ({ message }) => {
      showToast({ title: words.redeemed, text: message })
      onDone()
    },
    onRefused: (error) => {
      complain([words.redeemFailed, said(error, '')].join('\n').trim())
      onRefused?.(error)
    },
  })
