import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { GeneratedWallet } from '../../../contract/company-wallet.ts'
import { call } from '../../shared/api.ts'
import { refresh } from '../../shared/families.ts'
import type { Refused } from '../../shared/refused.ts'

interface Outcome {
  readonly onGenerated: (wallet: GeneratedWallet) => void
  readonly onRefused: (error: Refused) => void
}

/** Not `useWrite`: neither the password nor the keys may stay behind among remembered writes. */
export const useGenerate = ({ onGenerated, onRefused }: Outcome) => {
  const client = useQueryClient()
  const making = useMutation({
    gcTime: 0,
    mutationFn: async (password: string) => {
      const { wallet } = await call('generateWallet', { body: { password } })
      onGenerated(wallet)
    },
    onError: onRefused,
    onSettled: () => refresh(client, ['company']),
  })
  return {
    pending: making.isPending,
    generate: (password: string) => making.mutate(password, { onSettled: () => making.reset() }),
  }
}
