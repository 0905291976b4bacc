"""Schemas of the demo."""

from pydantic import BaseModel, ConfigDict, Field

from clearwater.kit.fields import Amount


class FaucetRequest(BaseModel):
    """The coin of which to get play money."""

    model_config = ConfigDict(extra="forbid")

    coin: str = Field(pattern=r"^[A-Z0-9]{1,20}$")


class FaucetGift(BaseModel):
    """The play money that was credited."""

    coin: str
    amount: Amount
