"""The demo on the wire."""

from pydantic import BaseModel, ConfigDict, Field

from clearwater.kit.amounts import Amount


class FaucetRequest(BaseModel):
    """Which coin to give play money of."""

    model_config = ConfigDict(extra="forbid")

    coin: str = Field(pattern=r"^[A-Z0-9]{1,20}$")


class FaucetGift(BaseModel):
    """What was given."""

    coin: str
    amount: Amount
