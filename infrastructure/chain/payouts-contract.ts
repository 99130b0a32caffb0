import { readFileSync } from 'node:fs'
import { Interface } from 'ethers'

/** What `Payouts.sol` can be asked, and the names of what it and tokens refuse with. */
export const payoutsInterface = new Interface([
  'function pay(address token, bytes32 batch, address[] to, uint256[] amounts)',
  'error AlreadyPaid(bytes32 batch)',
  'error LengthsDiffer()',
  'error NotMoved(uint256 place)',
  'error ERC20InsufficientBalance(address sender, uint256 balance, uint256 needed)',
  'error ERC20InsufficientAllowance(address spender, uint256 allowance, uint256 needed)',
  'error ERC20InvalidReceiver(address receiver)',
])

export const tokenInterface = new Interface([
  'function decimals() view returns (uint8)',
  'function balanceOf(address owner) view returns (uint256)',
  'function approve(address spender, uint256 amount) returns (bool)',
])

/** As `tests/infrastructure/chain/payouts-contract.spec.ts` compiles it. */
export const payoutsBytecode = (): string => {
  const { bytecode } = JSON.parse(readFileSync(new URL('Payouts.json', import.meta.url), 'utf8')) as {
    bytecode: string
  }
  return bytecode
}
