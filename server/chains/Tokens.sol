// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// Tokens of development chains. They behave as the real ones where that matters to an exchange: six decimals, an
/// owner who can block addresses, and for USDT a `transfer` that returns nothing.
abstract contract TestToken {
    uint8 public constant decimals = 6;
    address public immutable owner = msg.sender;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isBlocked;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    constructor(uint256 supply) {
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function setBlocked(address account, bool blocked) external {
        require(msg.sender == owner, "not the owner");
        isBlocked[account] = blocked;
    }

    function _move(address from, address to, uint256 value) internal {
        require(!isBlocked[from] && !isBlocked[to], "blocked");
        require(to != address(0), "no receiver");
        balanceOf[from] -= value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }

    function _approve(address spender, uint256 value) internal {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }
}

contract TestUSDT is TestToken {
    string public constant name = "Test Tether";
    string public constant symbol = "USDT";

    constructor(uint256 supply) TestToken(supply) {}

    function transfer(address to, uint256 value) external {
        _move(msg.sender, to, value);
    }

    function transferFrom(address from, address to, uint256 value) external {
        allowance[from][msg.sender] -= value;
        _move(from, to, value);
    }

    function approve(address spender, uint256 value) external {
        _approve(spender, value);
    }
}

contract TestUSDC is TestToken {
    string public constant name = "Test USD Coin";
    string public constant symbol = "USDC";

    constructor(uint256 supply) TestToken(supply) {}

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        allowance[from][msg.sender] -= value;
        _move(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        _approve(spender, value);
        return true;
    }
}

/// Pays several receivers at once, in its own coin of the chain and in a token: one transaction with many transfers.
contract TestBatch {
    function pay(TestUSDC token, address[] calldata receivers, uint256 value) external {
        for (uint256 i = 0; i < receivers.length; i++) {
            token.transferFrom(msg.sender, receivers[i], value);
        }
    }
}
