"""Services that only documents need."""

from clearwater.adapters.share_pictures import SharePictures
from clearwater.adapters.web_build import WebBuild
from clearwater.kit.app_services import AppService
from clearwater.kit.config import Settings

app_settings = AppService[Settings]("settings")
app_share_pictures = AppService[SharePictures]("share_pictures")
app_web_build = AppService[WebBuild]("web_build")
