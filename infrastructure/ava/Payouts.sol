// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.37;

interface Token {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Pays many in one transaction, and each batch of a payer once.
/// Owns nothing and is owned by nobody: it moves what the payer has allowed it to move.
contract Payouts {
    mapping(address payer => mapping(bytes32 batch => bool)) public paid;

    event Paid(address indexed payer, bytes32 indexed batch);

    error AlreadyPaid(bytes32 batch);
    error LengthsDiffer();
    error NotMoved(uint256 place);

    function pay(Token token, bytes32 batch, address[] calldata to, uint256[] calldata amounts) external {
        if (to.length != amounts.length) revert LengthsDiffer();
        if (paid[msg.sender][batch]) revert AlreadyPaid(batch);
        paid[msg.sender][batch] = true;
        for (uint256 i = 0; i < to.length; i++) {
            if (!token.transferFrom(msg.sender, to[i], amounts[i])) revert NotMoved(i);
        }
        emit Paid(msg.sender, batch);
    }
}
