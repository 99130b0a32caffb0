import { answerTasks } from '../task-thread.ts'
import { generateWallet } from './ethers-chain.ts'

answerTasks(generateWallet)
