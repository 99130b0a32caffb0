import { z } from 'zod'
import { number } from './setting.ts'

const address = z.string().regex(/^0x[0-9a-f]{40}$/i, 'must be 0x and 40 hex digits')

/** Of the chain AVA leaves by; without them nothing leaves and balances are kept (B-37, C-42, Q-71). */
export const chainSettings = {
  EVM_RPC_URL: z
    .url({ protocol: /^https?$/, error: 'must start with http:// or https://' })
    .optional()
    .meta({ description: 'a node of the chain payouts go by; needs the four that follow' }),
  EVM_CHAIN_ID: number(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .meta({ description: 'which chain it must be: on another one nothing is signed' }),
  EVM_PRIVATE_KEY: z
    .string()
    .regex(/^0x[0-9a-f]{64}$/i, 'must be 0x and 64 hex digits')
    .optional()
    .meta({ description: 'of the company’s wallet: read from here, kept nowhere (Q-14)' }),
  AVA_TOKEN_ADDRESS: address.optional().meta({ description: 'the ERC-20 contract of AVA' }),
  AVA_PAYOUTS_ADDRESS: address
    .optional()
    .meta({ description: 'the contract that pays a batch, as `garbo payouts deploy` made it' }),
  EVM_CONFIRMATIONS: number(1, 1000).default(12).meta({ description: 'so many blocks deep a payout is confirmed' }),
}

export type ChainConfig = z.infer<z.ZodObject<typeof chainSettings>>

const together = ['EVM_RPC_URL', 'EVM_CHAIN_ID', 'EVM_PRIVATE_KEY', 'AVA_TOKEN_ADDRESS'] as const

export const chainInconsistencies = (config: ChainConfig): readonly (string | false)[] => {
  const given = together.filter((name) => config[name] !== undefined)
  const all = given.length === together.length
  const missing = together.filter((name) => config[name] === undefined)
  return [
    given.length > 0 && !all && `${given[0]}: goes with ${missing.join(', ')}`,
    config.AVA_PAYOUTS_ADDRESS !== undefined && !all && `AVA_PAYOUTS_ADDRESS: goes with ${missing.join(', ')}`,
  ]
}
